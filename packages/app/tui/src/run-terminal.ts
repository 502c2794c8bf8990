import type { Context } from '@deepseek-ai/cordis'
import type { Leaving, TerminalOptions } from './options.ts'
import { TerminalApp } from './terminal-app.ts'

/**
 * Runs the app until the user leaves or the signal fires. The terminal is given back first, then what runs is cancelled
 * and the session closed.
 */
export async function runTerminal(ctx: Context, options: TerminalOptions): Promise<Leaving> {
  const { terminal, signal, onTaken } = options
  const over = new AbortController()
  const app = new TerminalApp(ctx, options)
  try {
    app.start()
    onTaken?.(() => app.stop())
    await Promise.race([app.left, aborted(AbortSignal.any([signal, over.signal]))])
    // Keys still on their way are no input for the shell. Who was hung up has no keys.
    if (!signal.aborted) await terminal.drainInput()
    return { sessionId: app.sessionId }
  } finally {
    over.abort()
    app.stop()
    await app.dispose()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
