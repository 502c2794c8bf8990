import type { Context } from '@deepseek-ai/cordis'
import {
  type Agent,
  type AgentEvent,
  type AgentOptions,
  describeCall,
  type ModelChoice,
  type Prompt,
} from '@deepseek-ai/dsh-agent'
import { resolvePrompt, type SkillAudience, SkillWatch, type ToldSkills } from '@deepseek-ai/dsh-host-kit'
import type { Session } from '@deepseek-ai/dsh-session'
import type { Style } from '../view/style.ts'
import type { Transcript } from '../view/transcript.ts'
import { EventView } from './event-view.ts'
import { TurnQueue } from './turn-queue.ts'

export interface ConversationOptions {
  readonly ctx: Context
  readonly transcript: Transcript
  readonly style: Style
  /** A session to go on with; else one begins with the first words. */
  readonly session?: Session | undefined
  /** Absolute, for a new session. */
  readonly cwd: string
  readonly createSession?: (() => Session) | undefined
  readonly model: ModelChoice
  readonly requestPermission: NonNullable<AgentOptions['requestPermission']>
  /** What is shown beside the transcript has changed. */
  readonly onChange: () => void
  readonly onRetry: (message: string, delayMs: number) => void
  /** Where what is found of the skills is shown. */
  readonly audience: SkillAudience
  readonly told: ToldSkills
}

/** One session on the screen: its agent, what the user sends it, its skills. */
export class Conversation {
  readonly cwd: string
  readonly skills: SkillWatch
  readonly queue: TurnQueue
  private readonly options: ConversationOptions
  private readonly view: EventView
  private model: ModelChoice
  private agent: Agent | undefined
  private stopListening = (): void => {}

  constructor(options: ConversationOptions) {
    const { ctx, transcript, style, session, audience, told, onChange } = options
    this.options = options
    this.cwd = session?.cwd ?? options.cwd
    this.model = options.model
    this.view = new EventView({ transcript, style, titleOf: (call) => this.titleOf(call) })
    this.skills = new SkillWatch(ctx, { cwd: this.cwd, listCall: '/skills', told, audience })
    this.queue = new TurnQueue({
      openAgent: () => this.open(),
      load: (text, signal) => this.load(text, signal),
      prepare: (signal) => this.skills.beforeTurn(signal),
      onChange,
      onEnd: ({ status, error }) => {
        if (status === 'failed') this.view.showFailure(error ?? 'The turn failed.')
      },
      onFault: (error) => transcript.notice('error', error instanceof Error ? error.message : String(error)),
    })
    if (session) this.view.replay(this.open().session.events)
  }

  /** Id of the session; `undefined` before the first words of a new one are sent. */
  get sessionId(): string | undefined {
    return this.agent?.session.isKept === true ? this.agent.session.id : undefined
  }

  /** From the next request on. */
  setModel(model: ModelChoice): void {
    this.model = model
    this.agent?.setModel(model)
  }

  /** Shows nothing more, cancels, closes the session. */
  async dispose(): Promise<void> {
    this.stopListening()
    this.queue.close()
    await this.agent?.dispose()
  }

  private open(): Agent {
    if (this.agent) return this.agent
    const { ctx, requestPermission, createSession } = this.options
    const session = this.options.session ?? createSession?.() ?? ctx.sessions.create({ cwd: this.cwd })
    const agent = ctx.agents.create({ session, model: this.model, requestPermission })
    this.stopListening = agent.subscribe((event) => this.show(event))
    this.agent = agent
    return agent
  }

  private show(event: AgentEvent): void {
    this.view.show(event)
    if (event.type === 'session' && event.event.type === 'user/message') this.queue.sent()
    if (event.type === 'retry') this.options.onRetry(event.message, event.delayMs)
    else this.options.onChange()
  }

  private async load(text: string, signal: AbortSignal): Promise<Prompt | undefined> {
    const { ctx, transcript } = this.options
    try {
      const resolved = await resolvePrompt(ctx, text, { cwd: this.cwd, signal })
      if (resolved.kind === 'prompt') return resolved.prompt
      transcript.user(text)
      transcript.notice('error', resolved.message)
    } catch (error) {
      signal.throwIfAborted()
      transcript.notice('error', error instanceof Error ? error.message : String(error))
    }
    return undefined
  }

  private titleOf(call: Parameters<typeof describeCall>[0]): string {
    return describeCall(call, this.options.ctx.tools, this.open().scope).title
  }
}
