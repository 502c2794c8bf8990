import type { Session } from '@deepseek-ai/dsh-session'
import { tellListener } from '@deepseek-ai/dsh-session'
import type { PermissionRequest, ToolScope } from '@deepseek-ai/dsh-tools'
import type { Agent, AgentEvent, AgentOptions, ModelChoice, Prompt, PromptOptions, TurnResult } from './agent.ts'
import type { Loop } from './loop.ts'
import { AllowedRequests } from './permission.ts'
import { defaultSystemText } from './system-text.ts'
import { runTurn } from './turn.ts'

/** What an agent gets from the service that makes it. */
export interface LoopAgentServices extends Pick<Loop, 'llm' | 'tools' | 'maxStepsPerTurn' | 'report'> {
  readonly composePrefix: (agent: Agent, signal: AbortSignal) => ReturnType<Loop['composePrefix']>
  readonly beforeTurn: (agent: Agent, signal: AbortSignal) => Promise<void>
  readonly isOpen: (agent: Agent, request: PermissionRequest, signal: AbortSignal) => Promise<boolean>
  readonly home: string
  /** Tells the plugins. */
  readonly emit: (agent: Agent, event: AgentEvent) => void
  /** Called once, when the agent is gone. */
  readonly onDisposed: () => void
}

/** The agent: one loop over one session. */
export class LoopAgent implements Agent {
  readonly id: string
  readonly session: Session
  readonly scope: ToolScope
  private readonly services: LoopAgentServices
  private readonly loop: Loop
  private readonly stopListening: () => void
  private listeners: readonly { readonly listener: (event: AgentEvent) => void }[] = []
  private running: { readonly controller: AbortController; readonly turn: Promise<TurnResult> } | undefined
  private disposal: Promise<void> | undefined

  constructor(id: string, options: AgentOptions, services: LoopAgentServices) {
    const { session } = options
    this.id = id
    this.session = session
    this.scope = Object.freeze({ agentId: id, sessionId: session.id, cwd: session.cwd, home: services.home })
    this.services = services
    this.loop = {
      ...services,
      session,
      scope: this.scope,
      composePrefix: (signal) => services.composePrefix(this, signal),
      beforeTurn: (signal) => services.beforeTurn(this, signal),
      isOpen: (request, signal) => services.isOpen(this, request, signal),
      requestPermission: options.requestPermission,
      allowed: new AllowedRequests(),
      system: options.system ?? defaultSystemText(session.cwd),
      emit: (event) => this.tell(event),
      steering: [],
      model: options.model,
      prefix: undefined,
      header: undefined,
    }
    this.stopListening = session.subscribe((event) => this.tell({ type: 'session', event }))
  }

  setModel(model: ModelChoice): void {
    this.loop.model = model
  }

  async prompt(text: string, { signal, skill }: PromptOptions = {}): Promise<TurnResult> {
    if (this.disposal) throw new Error('The agent is disposed.')
    if (this.running) throw new Error('The agent runs a turn already: wait for its end, or cancel it.')
    const controller = new AbortController()
    // Started a tick later, so that whoever hears of its first event can cancel it.
    const turn = Promise.resolve().then(() => runTurn(this.loop, { text, skill }, controller.signal))
    this.running = { controller, turn }
    const onAbort = () => controller.abort(signal?.reason)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const result = await turn
      // No await from here to the end: nobody can steer a turn whose result is made.
      const unsteered = this.loop.steering.splice(0)
      return unsteered.length === 0 ? result : { ...result, unsteered }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.running = undefined
    }
  }

  steer(prompt: Prompt): boolean {
    if (!this.running) return false
    this.loop.steering.push(prompt)
    return true
  }

  cancel(): void {
    this.running?.controller.abort()
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    const entry = { listener }
    this.listeners = [...this.listeners, entry]
    return () => {
      this.listeners = this.listeners.filter((other) => other !== entry)
    }
  }

  dispose(): Promise<void> {
    this.disposal ??= this.end()
    return this.disposal
  }

  private async end(): Promise<void> {
    this.cancel()
    await this.running?.turn
    this.stopListening()
    try {
      this.session.close()
    } finally {
      this.services.onDisposed()
    }
  }

  private tell(event: AgentEvent): void {
    for (const { listener } of this.listeners) tellListener(listener, event, this.services.report)
    this.services.emit(this, event)
  }
}
