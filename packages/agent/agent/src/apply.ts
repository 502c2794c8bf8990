import { homedir } from 'node:os'
import type { Context } from '@deepseek-ai/cordis'
import { Agents } from './agents.ts'
import { accessRules, Config } from './config.ts'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { SkillFolder } from '@deepseek-ai/dsh-tools'
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
    /**
     * Which folders does a skill of this name have now? Asked before a file of a loaded skill is read without a question:
     * what a log says of a folder is no proof. The first answer counts; without one the user is asked.
     *
     * @mode serial
     */
    'agent/skill-folders'(
      agent: Agent,
      name: string,
      signal: AbortSignal,
    ): Promise<readonly SkillFolder[] | undefined> | undefined
    /** Everything that an agent tells its subscribers, for plugins. @mode emit */
    'agent/event'(agent: Agent, event: AgentEvent): void
  }
}

/** Provides `ctx.agents`. */
export function apply(ctx: Context, config: Config = {}): void {
  const { access, ...settings } = Config.parse(config)
  new Agents(ctx, { ...settings, access: accessRules(access, process.env, homedir) })
}
