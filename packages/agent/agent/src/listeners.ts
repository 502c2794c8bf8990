import type { Context } from '@deepseek-ai/cordis'

/** One listener to an event, with the name of its plugin. */
export interface Listener {
  readonly plugin: string
  readonly call: (...args: readonly unknown[]) => unknown
}

/**
 * Who listens to `event`, in cordis's own order. Cordis calls its listeners without telling who threw, so those whose
 * failure ends a turn are called one by one.
 */
export function listenersTo(
  ctx: Context,
  mode: 'serial' | 'waterfall',
  event: 'agent/before-turn' | 'agent/session-prefix',
  args: readonly unknown[],
): readonly Listener[] {
  const calls = ctx.events.dispatch(mode, [event, ...args])
  const hooks = ctx.events._hooks[event] ?? []
  return calls.map((call, index) => ({ plugin: hooks[index]?.ctx.fiber.name ?? 'unknown', call }))
}

/** What a listener threw, in words. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string' ? cause : 'it gave no reason'
}
