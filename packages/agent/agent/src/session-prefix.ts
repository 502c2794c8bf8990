import type { Context } from '@deepseek-ai/cordis'
import { deepFreeze, type Message } from '@deepseek-ai/dsh-llm'
import { messageSchema } from '@deepseek-ai/dsh-session'
import { abortable } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import type { Agent } from './agent.ts'
import { listenersTo, reasonOf } from './listeners.ts'
import { TurnError } from './turn-error.ts'

const EVENT = 'agent/session-prefix'

const NOTHING: readonly Message[] = Object.freeze([])

const messageList = z.array(messageSchema)

/**
 * What all plugins put in front of the history of `agent`, deep-frozen, in the order of the waterfall.
 *
 * Rejects with `TurnError` naming the plugin that threw, or that returned something other than messages. Cordis's own
 * waterfall does not tell who threw, so its listeners are called here, in its order and by its rules.
 */
export function composePrefix(ctx: Context, agent: Agent, signal: AbortSignal): Promise<readonly Message[]> {
  const contributors = listenersTo(ctx, 'waterfall', EVENT, [agent, NOTHING, signal])
  const compose = async (index: number): Promise<readonly Message[]> => {
    const contributor = contributors[index]
    if (!contributor) return NOTHING
    let rest: Promise<readonly Message[]> | undefined
    const next = () => {
      rest ??= compose(index + 1)
      rest.catch(() => {}) // Who does not wait for it shall not end the process; who does gets the failure.
      return rest
    }
    try {
      return checked(await contributor.call(agent, NOTHING, signal, next))
    } catch (cause) {
      if (cause instanceof TurnError || signal.aborted) throw cause
      const message = `The plugin "${contributor.plugin}" failed to compose the session prefix: ${reasonOf(cause)}`
      throw new TurnError(message, { cause })
    }
  }
  return abortable(compose(0), signal)
}

/** A frozen copy, so that nobody can change what was composed. */
function checked(returned: unknown): readonly Message[] {
  const copy: unknown = JSON.parse(JSON.stringify(returned) ?? 'null')
  if (!messageList.safeParse(copy).success) throw new Error('it returned something that is no list of messages')
  return deepFreeze(copy as readonly Message[])
}
