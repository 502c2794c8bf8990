import { visible } from '@deepseek-ai/dsh-tools'

export interface Replacement {
  readonly name: string
  /** The path of the project's skill, or its provider. */
  readonly place: string
  /** Those of the skills that it replaces. */
  readonly own: readonly string[]
}

/** What the user reads when a skill of the project is loaded in place of one of theirs. */
export function replacesOwn({ name, place, own }: Replacement): string {
  return visible(`The project's skill ${name} (${place}) was loaded, and replaces your own (${own.join(' and ')}).`)
}

export interface Invisible {
  readonly name: string
  readonly place: string
  readonly count: number
  /** Line of the file that the first one is in, where it is known. */
  readonly line: number | undefined
}

/** What the user reads when the model gets text that no reader sees. */
export function holdsInvisible({ name, place, count, line }: Invisible): string {
  const where = line === undefined ? place : `${place}:${line}`
  const characters = count === 1 ? '1 invisible character' : `${count} invisible characters`
  return visible(`The skill ${name} holds ${characters}, which the model reads (${where}).`)
}
