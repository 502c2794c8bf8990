import { type Context, Service } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-fs'
import { tellListener } from '@deepseek-ai/dsh-session'
import { type AccessRules, isOpen, type PermissionRequest } from '@deepseek-ai/dsh-tools'
import type { Agent, AgentEvent, AgentOptions, AgentService } from './agent.ts'
import { beforeTurn } from './before-turn.ts'
import { LoopAgent } from './loop-agent.ts'
import { composePrefix } from './session-prefix.ts'

interface AgentsSettings {
  readonly maxStepsPerTurn: number
  readonly access: AccessRules
}

/** `ctx.agents` itself. */
export class Agents extends Service implements AgentService {
  /** Of the plugin that provides the service; `this.ctx` is that of the plugin that calls. */
  private readonly owner: Context
  private readonly settings: AgentsSettings
  private readonly alive = new Map<string, Agent>()
  private readonly sequence = { last: 0 }

  constructor(ctx: Context, settings: AgentsSettings) {
    super(ctx, 'agents')
    this.owner = ctx
    this.settings = settings
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
      maxStepsPerTurn: this.settings.maxStepsPerTurn,
      home: this.settings.access.home,
      report: (error) => owner.logger.error(error),
      composePrefix: (composed, signal) => composePrefix(owner, composed, signal),
      isOpen: (asking, request, signal) => isOpenTo(owner, asking, request, { rules: this.settings.access, signal }),
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

function isOpenTo(
  ctx: Context,
  agent: Agent,
  request: PermissionRequest,
  { rules, signal }: { readonly rules: AccessRules; readonly signal: AbortSignal },
): Promise<boolean> {
  const { session } = agent
  const { directory } = ctx.sessions.store
  return isOpen(request, {
    cwd: session.cwd,
    rules: directory === undefined ? rules : { ...rules, privatePaths: [...rules.privatePaths, directory] },
    files: ctx.get('fs'),
    loadedSkills: session.loadedSkills(),
    findSkillFolders: async (name) => (await ctx.serial('agent/skill-folders', agent, name, signal)) ?? [],
    signal,
  })
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
