import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { nearest } from '../nearest.ts'
import { problemLine } from '../problem-line.ts'

/** Why there is no skill of that name: what is wrong with one that was seen, else the nearest name. */
export function unknownSkill(name: string, { problems, winners }: SkillInspection): Error {
  const reasons = problems.filter(({ skill, severity }) => skill === name && severity === 'error').map(problemLine)
  if (reasons.length > 0) return new Error(`the skill ${name} does not load:\n${reasons.join('\n')}`)
  const guess = nearest(
    name,
    winners.map((winner) => winner.name),
  )
  const next = guess === undefined ? 'dsh skills list shows what there is' : `did you mean ${guess}?`
  return new Error(`there is no skill ${name}; ${next}`)
}
