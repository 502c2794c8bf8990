import type { Context } from '@deepseek-ai/cordis'
import { Agents } from './agents.ts'
import { Config } from './config.ts'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { Agent, AgentEvent, AgentService } from './agent.ts'

// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    agents: AgentService
  }

  interface Events {
    /**
     * Composes what is sent in front of the history. Runs once per loop instance, before its first request.
     * A listener gets a frozen empty list and returns `[mine, ...(await next())]`.
     *
     * @mode waterfall
     */
    'agent/session-prefix'(
      agent: Agent,
      messages: readonly Message[],
      signal: AbortSignal,
      next: () => Promise<readonly Message[]>,
    ): Promise<readonly Message[]>
    /**
     * A turn starts: its words are not logged yet. Listeners are awaited one after another; what they append to the
     * session stands before the user's words. One that throws ends the turn.
     *
     * @mode serial
     */
    'agent/before-turn'(agent: Agent, signal: AbortSignal): Promise<void> | void
    /** Everything that an agent tells its subscribers, for plugins. @mode emit */
    'agent/event'(agent: Agent, event: AgentEvent): void
  }
}

/** Provides `ctx.agents`. */
export function apply(ctx: Context, config: Config = {}): void {
  new Agents(ctx, Config.parse(config))
}
