const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether `value` is a skill name: kebab-case of `a` to `z` and `0` to `9`. No normalisation of any kind. */
export function isSkillName(value: unknown): value is string {
  return typeof value === 'string' && SKILL_NAME.test(value)
}
