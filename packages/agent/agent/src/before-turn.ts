import type { Context } from '@deepseek-ai/cordis'
import { abortable } from '@deepseek-ai/dsh-tools'
import type { Agent } from './agent.ts'
import { listenersTo, reasonOf } from './listeners.ts'
import { TurnError } from './turn-error.ts'

const EVENT = 'agent/before-turn'

/** Lets the plugins do what they do before each turn, one after another. Rejects with `TurnError` naming one that failed. */
export function beforeTurn(ctx: Context, agent: Agent, signal: AbortSignal): Promise<void> {
  return abortable(callEach(ctx, agent, signal), signal)
}

async function callEach(ctx: Context, agent: Agent, signal: AbortSignal): Promise<void> {
  for (const { plugin, call } of listenersTo(ctx, 'serial', EVENT, [agent, signal])) {
    signal.throwIfAborted()
    try {
      await call(agent, signal)
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new TurnError(`The plugin "${plugin}" failed before the turn: ${reasonOf(cause)}`, { cause })
    }
  }
}
