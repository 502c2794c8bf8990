import type { Readable, Writable } from 'node:stream'
import type { Implementation } from '@agentclientprotocol/sdk'
import type { Context } from '@deepseek-ai/cordis'
import type { ModelChoice } from '@deepseek-ai/dsh-agent'
import { agentApp } from './app.ts'
import { LineTooLongError, MessageStream } from './message-stream.ts'
import { OpenSessions } from './open-sessions.ts'
import { waitFor } from './wait.ts'

/** How long what is under way may go on when the input has ended. */
const LAST_WORK_MS = 3000

export interface ServeOptions {
  /** Read to its end, and destroyed in the end. */
  readonly input: Readable
  /** Gets the protocol and nothing else. Stays open. */
  readonly output: Writable
  readonly model: ModelChoice
  /** Folder for what this person was told about the skills of projects. Without it each session tells it again. */
  readonly toldDirectory?: string | undefined
  /** What a client is told of the program that it talks to. */
  readonly agentInfo: Implementation
  /** Absolute; for a client that names no folder. Without it such a client is refused. */
  readonly defaultCwd?: string | undefined
  /** Ends the service: turns are cancelled, sessions closed. */
  readonly signal: AbortSignal
  /** Told what somebody should know who wonders why something does not work, a line each. */
  readonly warn: (line: string) => void
}

/** Why the service ended. */
export type ServiceEnd =
  /** The client is gone: its input ended, or nobody reads the output. */
  | 'client-gone'
  /** A line was longer than `LINE_MAX_BYTES` of the host kit. */
  | 'line-too-long'
  /** The signal was aborted. */
  | 'aborted'

/**
 * Serves one client that speaks the Agent Client Protocol, version 1, until it goes away. Whatever the client does, every
 * session is closed in the end and its log is whole.
 *
 * When the input ends, what is under way has three seconds to come to its end; questions to the user count as refused.
 */
export async function serveAcp(ctx: Context, options: ServeOptions): Promise<ServiceEnd> {
  const { input, output, model, toldDirectory, agentInfo, defaultCwd, signal, warn } = options
  const report = (error: unknown): void => ctx.logger.error(error)
  const alone = new AbortController()
  const sessions = new OpenSessions({ ctx, model, toldDirectory, isAlone: alone.signal })
  let end: ServiceEnd | undefined
  const stream = new MessageStream({
    input,
    output,
    async beforeEnd() {
      end ??= 'client-gone'
      alone.abort()
      await waitFor(lastWork(stream, sessions), { ms: LAST_WORK_MS, signal: connection.signal })
    },
  })
  const connection = agentApp({ sessions, agentInfo, defaultCwd, warn, report }).connect(stream)
  const stop = (): void => {
    end ??= 'aborted'
    connection.close()
  }
  const loseOutput = (): void => {
    end = 'client-gone' // Also where it made somebody abort.
    connection.close()
  }
  signal.addEventListener('abort', stop)
  output.on('error', loseOutput)
  if (signal.aborted) stop()
  try {
    await connection.closed
    const { reason } = connection.signal
    if (reason instanceof LineTooLongError) return 'line-too-long'
    if (end === undefined) report(reason)
    return end ?? 'client-gone'
  } finally {
    signal.removeEventListener('abort', stop)
    alone.abort()
    input.destroy()
    await sessions.closeAll()
    output.off('error', loseOutput)
  }
}

async function lastWork(stream: MessageStream, sessions: OpenSessions): Promise<void> {
  await stream.answered()
  await sessions.settled()
}
