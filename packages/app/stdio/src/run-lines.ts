import type { Readable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { type ConversationOptions, converse } from './conversation.ts'
import { countInterrupts, type Interrupts } from './interrupts.ts'
import type { InputLine } from './line-splitter.ts'
import { faultOfPrompt, type PromptFault } from './prompt-fault.ts'
import { readLines } from './read-lines.ts'

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
  return converse(ctx, options, async (agent) => {
    const interrupts = countInterrupts(agent, () => {
      display.warning('cancelling this turn; another interrupt ends the session')
    })
    const undo = onInterrupt?.(() => interrupts.interrupt())
    try {
      return await answerLines(agent, options, interrupts)
    } finally {
      undo?.()
    }
  })
}

async function answerLines(agent: Agent, options: LinesOptions, interrupts: Interrupts): Promise<TurnStatus> {
  const { input, display, signal } = options
  const statuses = new Set<TurnStatus>()
  for await (const lines of readLines(input, signal)) {
    // These were sent after the last interrupt.
    interrupts.forgive()
    for (const [index, line] of lines.entries()) {
      if (signal.aborted) {
        display.warning(`ended before line ${line.number}: ${lines.length - index} that had come in were not sent`)
        break
      }
      const status = await answerLine(line, agent, options, interrupts)
      if (status !== undefined) statuses.add(status)
      if ((await display.flush(signal)) === 'refused') return 'failed'
    }
  }
  if (signal.aborted) return 'cancelled'
  return statuses.has('failed') ? 'failed' : statuses.has('cancelled') ? 'cancelled' : 'completed'
}

/** `undefined` for a blank line. */
async function answerLine(
  line: InputLine,
  agent: Agent,
  { session, display, signal }: LinesOptions,
  interrupts: Interrupts,
): Promise<TurnStatus | undefined> {
  if (line.kind === 'text' && line.text.trim() === '') return undefined
  const prompt = promptOf(line)
  if (typeof prompt !== 'string') {
    display.refusal({ line: line.number, ...prompt })
    return 'failed'
  }
  interrupts.turnStarts()
  const result = await agent.prompt(prompt, { signal })
  interrupts.turnEnds()
  if (result.status !== 'cancelled') interrupts.forgive()
  display.result(result, session)
  return result.status
}

function promptOf(line: InputLine): string | PromptFault {
  switch (line.kind) {
    case 'text':
      return faultOfPrompt(line.text) ?? line.text
    case 'too-long':
      return { message: 'longer than 16 MiB, so it was not sent', hint: 'put the text into a file and name the file' }
    case 'not-utf8':
      return { message: 'not UTF-8, so it was not sent', hint: 'convert the input, for example with iconv' }
  }
}
