import type { Readable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { faultOf, isBlank } from './input-line.ts'
import { readLines } from './read-lines.ts'
import { runTurns, type TurnsOptions } from './turns.ts'

export interface LinesOptions extends TurnsOptions {
  /** Destroyed in the end. */
  readonly input: Readable
}

/**
 * Runs one turn for each line of the input, in order, one at a time, until the input ends or the signal fires; blank
 * lines are passed over. A turn that fails and a line that is refused do not end it. Resolves to `completed` only when
 * every line was answered; else to `cancelled` when the signal fired, or turns were cancelled and nothing failed.
 * Rejects when the input cannot be read.
 */
export function runLines(ctx: Context, options: LinesOptions): Promise<TurnStatus> {
  const { input, signal } = options
  return runTurns(ctx, options, async (turns) => {
    for await (const lines of readLines(input, signal)) {
      turns.goOn()
      const spoken = lines.filter((line) => !isBlank(line))
      for (const [index, line] of spoken.entries()) {
        if (signal.aborted) {
          turns.leave(spoken.slice(index).map(({ number }) => ({ line: number })))
          break
        }
        const source = { line: line.number }
        if (line.kind === 'text') await turns.run({ ...source, text: line.text })
        else turns.refuse({ ...source, message: faultOf(line.kind) })
        if (!(await turns.isTaken())) return
      }
    }
  })
}
