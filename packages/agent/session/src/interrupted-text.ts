import type { ForeignAdditions } from './store.ts'

/** What the model reads as the result of a call that the program did not live to answer. */
export const INTERRUPTED_RESULT =
  'Interrupted: the program ended before this tool call had a result. It may have run in part, or not at all. Check what it changed before you call it again.'

/** What a person reads when another program changed a log, and nothing was lost; `undefined` when none did. */
export function additionsNotice(additions: ForeignAdditions): string | undefined {
  const { marks, carriageReturns, blankLines, repeatedLines } = additions
  const found = [
    ...(marks > 0 ? ['a byte-order mark'] : []),
    ...(carriageReturns > 0 ? ['line ends of Windows'] : []),
    ...(blankLines > 0 ? [blankLines === 1 ? 'a blank line' : `${blankLines} blank lines`] : []),
    ...(repeatedLines > 0 ? [repeatedLines === 1 ? 'a repeated line' : `${repeatedLines} repeated lines`] : []),
  ]
  if (found.length === 0) return undefined
  return `Another program changed the session log. Passed over: ${found.join(', ')}. Nothing is lost.`
}

/** What a person reads when a session goes on in another folder. */
export function movedNotice(from: string, to: string): string {
  return `The session moved from ${from} to ${to}.`
}

/** What a person reads of a turn that the program did not live to end. */
export const INTERRUPTED_TURN = 'The program ended before this turn did.'

/** What a person reads when the end of a log was cut off. */
export function cutLogNotice(bytes: number): string {
  return `The session log ended in a line that was not written whole: ${bytes} bytes were cut off.`
}
