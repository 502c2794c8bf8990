import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SkillWatch } from '@deepseek-ai/dsh-host-kit'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { type ConversationOptions, converse } from './conversation.ts'
import type { PromptSource, Refusal } from './display.ts'
import { countInterrupts, type Interrupts } from './interrupts.ts'
import { takeTurn } from './take-turn.ts'

export interface TurnsOptions extends ConversationOptions {
  /**
   * Calls `interrupt` for each Ctrl-C, until the undo that it returns is called. True: the turn is being cancelled.
   * False: fire the signal, so that the conversation ends. Without it an interrupt can do nothing else.
   */
  readonly onInterrupt?: ((interrupt: () => boolean) => () => void) | undefined
}

/** Something that the user says, and where it came from. */
export interface Prompt extends PromptSource {
  readonly text: string
}

/** Opens a conversation and lets `body` run turns in it. Resolves to how they ended, all in all. */
export function runTurns(
  ctx: Context,
  options: TurnsOptions,
  body: (turns: Turns) => Promise<void>,
): Promise<TurnStatus> {
  return converse(ctx, options, async (agent, watch) => {
    const turns = new Turns(ctx, { agent, watch, ...options })
    const undo = options.onInterrupt?.(() => turns.interrupt())
    try {
      await body(turns)
      await turns.isTaken()
      return turns.status
    } finally {
      undo?.()
    }
  })
}

/** Runs turns, one at a time, shows how each ended, and remembers it. */
export class Turns {
  private readonly ctx: Context
  private readonly options: TurnsOptions & { readonly agent: Agent; readonly watch: SkillWatch }
  private readonly interrupts: Interrupts
  private readonly statuses = new Set<TurnStatus>()
  /** Nobody takes the answers. */
  private isLost = false
  private running: { readonly id: string | undefined; readonly controller: AbortController } | undefined

  constructor(ctx: Context, options: Turns['options']) {
    this.ctx = ctx
    this.options = options
    this.interrupts = countInterrupts(() => {
      if (!this.running) return false
      options.display.warning('cancelling this turn; another interrupt ends the session')
      return this.cancel()
    })
  }

  /**
   * `completed` only when every prompt was answered and taken; else `cancelled` when the signal fired, or turns were
   * cancelled and nothing failed.
   */
  get status(): TurnStatus {
    if (this.isLost) return 'failed'
    if (this.options.signal.aborted) return 'cancelled'
    return this.statuses.has('failed') ? 'failed' : this.statuses.has('cancelled') ? 'cancelled' : 'completed'
  }

  /** What Ctrl-C does. */
  interrupt(): boolean {
    return this.interrupts.interrupt()
  }

  /** Something came in after the last interrupt: a later one is a first one again. */
  goOn(): void {
    this.interrupts.forgive()
  }

  /** Cancels the running turn, if its prompt has this id or none is given. False when there is none. */
  cancel(id?: string): boolean {
    const { running } = this
    if (!running || (id !== undefined && running.id !== id)) return false
    running.controller.abort()
    return true
  }

  async run({ text, ...source }: Prompt): Promise<void> {
    const { agent, watch, display, session, signal } = this.options
    const controller = new AbortController()
    this.running = { id: source.id, controller }
    const turnSignal = AbortSignal.any([signal, controller.signal])
    const over = new AbortController()
    const before = (): Promise<void> => watch.beforeTurn(AbortSignal.any([turnSignal, over.signal]))
    const taken = await takeTurn(this.ctx, agent, text, { before, signal: turnSignal })
    over.abort()
    this.running = undefined
    if (taken.kind === 'refused') {
      this.refuse({ ...source, message: taken.message })
      return
    }
    const { result } = taken
    if (result.status !== 'cancelled') this.interrupts.forgive()
    this.statuses.add(result.status)
    display.result(result, session, source)
  }

  /** The turn of this prompt will not be run: the other side took it back, or the conversation ends. */
  skip({ line, id }: PromptSource): void {
    const source = { line, ...(id !== undefined && { id }) }
    this.statuses.add('cancelled')
    this.options.display.result({ status: 'cancelled', answer: '' }, this.options.session, source)
  }

  warn(line: string): void {
    this.options.display.warning(line)
  }

  /** Input that starts no turn. */
  refuse(refusal: Refusal): void {
    this.statuses.add('failed')
    this.options.display.refusal(refusal)
  }

  /** Tells of prompts that came in and stay unsent, since the conversation ends. */
  leave(prompts: readonly PromptSource[]): void {
    const [first] = prompts
    if (!first) return
    const { length } = prompts
    this.options.display.warning(`ended before line ${first.line}: ${length} that had come in were not sent`)
  }

  /** Whether all that was shown is taken. False: nobody will take more, and all has failed. */
  async isTaken(): Promise<boolean> {
    const { display, signal } = this.options
    if ((await display.flush(signal)) !== 'refused') return true
    this.isLost = true
    return false
  }
}
