import { type Context, Service } from '@deepseek-ai/cordis'
import { tellListener } from '@deepseek-ai/dsh-session'
import type { Agent, AgentEvent, AgentOptions, AgentService } from './agent.ts'
import { beforeTurn } from './before-turn.ts'
import { LoopAgent } from './loop-agent.ts'
import { composePrefix } from './session-prefix.ts'

/** `ctx.agents` itself. */
export class Agents extends Service implements AgentService {
  /** Of the plugin that provides the service; `this.ctx` is that of the plugin that calls. */
  private readonly owner: Context
  private readonly maxStepsPerTurn: number
  private readonly alive = new Map<string, Agent>()
  private readonly sequence = { last: 0 }

  constructor(ctx: Context, settings: { readonly maxStepsPerTurn: number }) {
    super(ctx, 'agents')
    this.owner = ctx
    this.maxStepsPerTurn = settings.maxStepsPerTurn
    ctx.effect(() => () => this.disposeAll(), 'agents')
  }

  create(options: AgentOptions): Agent {
    const { session } = options
    for (const other of this.alive.values()) {
      if (other.session === session) throw new Error(`The session ${session.id} has an agent already.`)
    }
    const { owner, alive } = this
    const id = `agent-${++this.sequence.last}`
    // Belongs to the plugin that calls: no agent outlives it.
    const undo = this.ctx.effect(() => () => alive.get(id)?.dispose(), `ctx.agents.create(${id})`)
    const agent = new LoopAgent(id, options, {
      llm: owner.llm,
      tools: owner.tools,
      maxStepsPerTurn: this.maxStepsPerTurn,
      report: (error) => owner.logger.error(error),
      composePrefix: (composed, signal) => composePrefix(owner, composed, signal),
      beforeTurn: (starting, signal) => beforeTurn(owner, starting, signal),
      emit: (teller, event) => tellPlugins(owner, teller, event),
      onDisposed: () => {
        alive.delete(id)
        void undo()
      },
    })
    alive.set(id, agent)
    return agent
  }

  list(): readonly Agent[] {
    return [...this.alive.values()]
  }

  private async disposeAll(): Promise<void> {
    const endings = await Promise.allSettled(Array.from(this.alive.values(), (agent) => agent.dispose()))
    for (const ending of endings) if (ending.status === 'rejected') this.owner.logger.error(ending.reason)
  }
}

/** Emits `agent/event`. Unlike cordis's own way, a listener that throws does not keep the event from the others. */
function tellPlugins(ctx: Context, agent: Agent, event: AgentEvent): void {
  const report = (error: unknown) => ctx.logger.error(error)
  const tellAll = () => {
    for (const listener of ctx.events.dispatch('emit', ['agent/event', agent, event])) {
      tellListener((told: AgentEvent) => listener(agent, told), event, report)
    }
  }
  tellListener(tellAll, undefined, report)
}
