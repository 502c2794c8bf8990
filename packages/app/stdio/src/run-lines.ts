import type { Readable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { type ConversationOptions, converse } from './conversation.ts'
import { countInterrupts, type Interrupts } from './interrupts.ts'
import type { InputLine } from './line-splitter.ts'
import { readLines } from './read-lines.ts'
import { whileLooking } from './skill-look.ts'
import { type Taken, takeTurn } from './take-turn.ts'

export interface LinesOptions extends ConversationOptions {
  /** Destroyed in the end. */
  readonly input: Readable
  /**
   * Calls `interrupt` for each Ctrl-C, until the undo that it returns is called. True: the turn is being cancelled.
   * False: fire the signal, so that the conversation ends. Without it an interrupt can do nothing else.
   */
  readonly onInterrupt?: ((interrupt: () => boolean) => () => void) | undefined
}

/**
 * Runs one turn for each line of the input, in order, one at a time, until the input ends or the signal fires; blank
 * lines are passed over. A turn that fails and a line that is refused do not end it. Resolves to `completed` only when
 * every line was answered; else to `cancelled` when the signal fired, or turns were cancelled and nothing failed.
 * Rejects when the input cannot be read.
 */
export function runLines(ctx: Context, options: LinesOptions): Promise<TurnStatus> {
  const { display, onInterrupt } = options
  return converse(ctx, options, async (agent, look) => {
    const interrupts = countInterrupts(() => {
      display.warning('cancelling this turn; another interrupt ends the session')
    })
    const undo = onInterrupt?.(() => interrupts.interrupt())
    try {
      const take: Take = (text, signal) => whileLooking(look, display, signal, () => takeTurn(ctx, agent, text, signal))
      return await answerLines(take, options, interrupts)
    } finally {
      undo?.()
    }
  })
}

/** Runs one turn for a line of text. */
type Take = (text: string, signal: AbortSignal) => Promise<Taken>

async function answerLines(take: Take, options: LinesOptions, interrupts: Interrupts): Promise<TurnStatus> {
  const { input, display, signal } = options
  const statuses = new Set<TurnStatus>()
  for await (const lines of readLines(input, signal)) {
    // These were sent after the last interrupt.
    interrupts.forgive()
    for (const [index, line] of lines.entries()) {
      if (signal.aborted) {
        const unsent = lines.slice(index).filter((each) => !isBlank(each)).length
        if (unsent > 0) display.warning(`ended before line ${line.number}: ${unsent} that had come in were not sent`)
        break
      }
      const status = await answerLine(line, take, options, interrupts)
      if (status === undefined) continue
      statuses.add(status)
      if ((await display.flush(signal)) === 'refused') return 'failed'
    }
  }
  if (signal.aborted) return 'cancelled'
  return statuses.has('failed') ? 'failed' : statuses.has('cancelled') ? 'cancelled' : 'completed'
}

/** `undefined` for a blank line. */
async function answerLine(
  line: InputLine,
  take: Take,
  { session, display, signal }: LinesOptions,
  interrupts: Interrupts,
): Promise<TurnStatus | undefined> {
  const refuse = (message: string): TurnStatus => {
    display.refusal({ line: line.number, message })
    return 'failed'
  }
  if (isBlank(line)) return undefined
  if (line.kind !== 'text') return refuse(faultOf(line.kind))
  const cancelled = new AbortController()
  interrupts.turnStarts(() => cancelled.abort())
  const taken = await take(line.text, AbortSignal.any([signal, cancelled.signal]))
  interrupts.turnEnds()
  if (taken.kind === 'refused') return refuse(taken.message)
  const { result } = taken
  if (result.status !== 'cancelled') interrupts.forgive()
  display.result(result, session)
  return result.status
}

function isBlank(line: InputLine): boolean {
  return line.kind === 'text' && line.text.trim() === ''
}

function faultOf(kind: Exclude<InputLine['kind'], 'text'>): string {
  switch (kind) {
    case 'too-long':
      return 'longer than 16 MiB, so it was not sent (put the text into a file and name the file)'
    case 'not-utf8':
      return 'not UTF-8, so it was not sent (convert the input, for example with iconv)'
  }
}
