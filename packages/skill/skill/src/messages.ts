import { toLine } from './reason.ts'
import type { SkillDefinition, SkillProblem } from './provider.ts'
import type { ProviderReport } from './skill-registry.ts'

// What the registry says, as problems and as lines of the log.

/** What was left out of an answer: the field of a skill, a whole skill, or another part of the answer. */
export interface Dropped {
  readonly provider: string
  /** E.g. `whenToUse` or `problems[3]`. */
  readonly field: string
  /** Follows the field: `must be …`. */
  readonly complaint: string
  readonly skill?: string
  readonly path?: string
}

export const PROJECT_NOT_GIVEN: SkillProblem = Object.freeze({
  code: 'project-not-given',
  severity: 'note',
  message: 'No project was given, so no skills of a project are in this answer.',
  path: 'cwd',
  hint: 'Pass the absolute path of the folder to work in as cwd.',
})

export function fieldDropped({ provider, field, complaint, skill, path }: Dropped): SkillProblem {
  const name = toLine(provider)
  return {
    code: 'field-dropped',
    severity: 'warning',
    message: `${field} ${complaint}, so provider "${name}" is taken without it.`,
    path: path ?? `provider:${name}`,
    hint: 'Correct it in that provider.',
    ...(skill === undefined ? {} : { skill }),
  }
}

export function candidateDropped({ provider, field, complaint, skill, path }: Dropped): SkillProblem {
  return {
    ...fieldDropped({ provider, field, complaint, ...(skill && { skill }), ...(path && { path }) }),
    code: 'candidate-dropped',
    severity: 'error',
    message: `${field} ${complaint}, so this skill of provider "${toLine(provider)}" is left out.`,
  }
}

export function providerProblem(report: ProviderReport): SkillProblem {
  const name = toLine(report.name)
  return {
    code: report.state === 'timeout' ? 'provider-timeout' : 'provider-failed',
    severity: 'error',
    message: `The skills of provider "${name}" are missing: ${report.error ?? 'no reason was given'}`,
    path: `provider:${name}`,
    hint: 'The next lookup asks this provider again; if it keeps failing, see to its source or settings.',
  }
}

export function runtimeDuplicate(skill: SkillDefinition, owner: SkillDefinition): SkillProblem {
  const provider = toLine(skill.provider)
  return Object.freeze({
    code: 'runtime-duplicate',
    severity: 'warning',
    message: `A second runtime skill "${skill.name}" (from "${provider}") was kept out; the one from "${toLine(owner.provider)}" stays.`,
    path: skill.path ?? `provider:${provider}`,
    hint: 'Give one of the two another name.',
    skill: skill.name,
  })
}

/** A provider's failure, as a line of the log. */
export function providerWarning({ name, error }: ProviderReport): string {
  return `Skill provider "${toLine(name)}" was left out: ${error ?? 'no reason was given'}`
}

/** A problem as a line of the log: where, what, and what to do. */
export function problemWarning({ path, line, column, message, hint }: SkillProblem): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':')
  return `${place}: ${message} (${hint})`.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`
}
