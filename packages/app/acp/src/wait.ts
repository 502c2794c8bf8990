import { setTimeout } from 'node:timers/promises'

/** Waits for `work`, which never rejects, but no longer than `ms`, nor than until `signal` is aborted. */
export async function waitFor(
  work: Promise<unknown>,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<void> {
  const over = new AbortController()
  const timeout = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) })
  try {
    await Promise.race([work, timeout])
  } catch {
    return // Aborted: whoever did that knows what comes next.
  } finally {
    over.abort()
  }
}
