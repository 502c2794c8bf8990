import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { SKILL_COMMAND } from './skill-line.ts'

const NAMES_MAX_COUNT = 50
const NAME_MAX_LENGTH = 64

/** What the user reads after `/skill:` alone. */
export function emptyLine(names: readonly string[]): string {
  return `Write the name of a skill right after ${SKILL_COMMAND}. ${available(names)}`
}

/** What the user reads when no skill can have that name. */
export function invalidName(suggestion: string | undefined, names: readonly string[]): string {
  return `The name of a skill, made of a-z, 0-9 and single hyphens, must follow ${SKILL_COMMAND} at once. ${next(suggestion, names)}`
}

/** What the user reads when there is no skill of that name. `problem` says why a file of that name was refused. */
export function unknownName(name: string, { problem, suggestion, names, isComplete }: UnknownName): string {
  if (problem) {
    const { path, line, column, message, hint } = problem
    const place = [path, line, column].filter((part) => part !== undefined).join(':')
    return `The skill "${cut(name)}" does not load: ${place}: ${message} (${hint})`
  }
  const doubt = isComplete ? '' : ' Some skills could not be read just now, so it may help to try again.'
  return `There is no skill "${cut(name)}".${doubt} ${next(suggestion, names)}`
}

export interface UnknownName {
  readonly problem: SkillProblem | undefined
  readonly suggestion: string | undefined
  readonly names: readonly string[]
  readonly isComplete: SkillInspection['complete']
}

/** What the user reads when a skill is there, but could not be read this time. `reason` is one readable line. */
export function failedLoad(reason: string): string {
  return `${reason.replace(/\.$/, '')}. Try again in a moment.`
}

function next(suggestion: string | undefined, names: readonly string[]): string {
  return suggestion === undefined ? available(names) : `Did you mean ${SKILL_COMMAND}${suggestion}?`
}

function available(names: readonly string[]): string {
  if (names.length === 0) return 'There are no skills here.'
  const shown = names.slice(0, NAMES_MAX_COUNT).map((name) => SKILL_COMMAND + cut(name))
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`)
  return `There ${names.length === 1 ? 'is' : 'are'}: ${shown.join(', ')}.`
}

function cut(name: string): string {
  return name.length <= NAME_MAX_LENGTH ? name : `${name.slice(0, NAME_MAX_LENGTH - 3)}...`
}

/**
 * The user turn that starts a skill: its rendered content, then the user's words. They come last, so that nothing has to
 * end them and they stay as typed.
 */
export function skillTurn(name: string, content: string, instructions: string): string {
  const start = `${content}\n\nThe user started the skill "${name}" with the command /skill:${name}.`
  if (instructions === '') return `${start} The user said nothing else and asks you to run this skill now.`
  return `${start} Follow its instructions for the user's request. All that stands below this line is that request, word for word:\n\n${instructions}`
}
