import type { StopReason } from '@agentclientprotocol/sdk'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { ResolvedPrompt } from '@deepseek-ai/dsh-host-kit'
import { invalidParams } from './params.ts'
import { conflict, failure } from './request-failure.ts'
import type { SkillMenu } from './skill-menu.ts'
import { stopReason } from './stop-reason.ts'
import type { Transcript } from './transcript.ts'
import type { Voice } from './voice.ts'
import { waitFor } from './wait.ts'

/** How long a turn waits for the skills to be looked at. A slow provider's come when they come. */
const MENU_WAIT_MS = 1000

export interface ClientSessionParts {
  readonly agent: Agent
  readonly voice: Voice
  readonly menu: SkillMenu
  readonly transcript: Transcript
  /** Makes a user turn of a prompt that starts with `/skill:`. Rejects when aborted. */
  readonly resolve: (text: string, signal: AbortSignal) => Promise<ResolvedPrompt>
}

/** One session that a client has open. */
export class ClientSession {
  readonly menu: SkillMenu
  private readonly agent: Agent
  private readonly voice: Voice
  private readonly transcript: Transcript
  private readonly resolvePrompt: ClientSessionParts['resolve']
  private readonly stopListening: () => void
  private running: AbortController | undefined

  constructor({ agent, voice, menu, transcript, resolve }: ClientSessionParts) {
    this.agent = agent
    this.voice = voice
    this.menu = menu
    this.transcript = transcript
    this.resolvePrompt = resolve
    this.stopListening = agent.subscribe((event) => transcript.live(event))
  }

  get id(): string {
    return this.agent.session.id
  }

  /** Shows the client the conversation so far, unless it knows it, and what is to know of the resume. */
  resumed({ replay }: { readonly replay: boolean }): void {
    const { events } = this.agent.session
    if (replay) this.transcript.replay(events)
    this.transcript.resumed(events)
  }

  /** Runs one turn. Throws `RequestError` when one is running, and when the turn fails. */
  async prompt(text: string, signal: AbortSignal): Promise<StopReason> {
    if (this.running) {
      throw conflict('The session works on a prompt already: wait for its end, or cancel it with session/cancel.')
    }
    const controller = new AbortController()
    this.running = controller
    try {
      return await this.voice.duringTurn(() => this.turn(text, AbortSignal.any([signal, controller.signal])))
    } finally {
      this.running = undefined
    }
  }

  /** Ends the running turn as cancelled. Without one it does nothing. */
  cancel(): void {
    this.running?.abort()
  }

  /** Cancels, and closes the session. Nothing is said about it from now on but the end of its turn. */
  async close(): Promise<void> {
    this.menu.close()
    this.cancel()
    await this.agent.dispose()
    this.stopListening()
  }

  private async turn(text: string, signal: AbortSignal): Promise<StopReason> {
    try {
      await waitFor(this.menu.refresh(), { ms: MENU_WAIT_MS, signal })
      signal.throwIfAborted()
      return await this.send(await this.resolvePrompt(text, signal), signal)
    } catch (error) {
      if (signal.aborted) return 'cancelled'
      throw error
    }
  }

  private async send(resolved: ResolvedPrompt, signal: AbortSignal): Promise<StopReason> {
    if (resolved.kind === 'refused') throw invalidParams(resolved.message)
    const { agent } = this
    const { text, skill } = resolved.prompt
    const result = await agent.prompt(text, { signal, skill })
    const reason = stopReason(result, agent.session.events)
    if (reason === undefined) throw failure(result.error ?? 'The turn failed.')
    if (result.error !== undefined) this.voice.notice({ severity: 'warning', title: result.error })
    return reason
  }
}
