import type { CommandIo } from '../command-io.ts'
import type { RunDisplay } from './display.ts'

/** One JSON object a line, on stdout: each event as it happens, `result` last. */
export function jsonDisplay(io: CommandIo): RunDisplay {
  const write = (value: object): void => {
    io.stdout.write(`${JSON.stringify(value)}\n`)
  }
  return {
    start(session, { adapter, model }) {
      write({ type: 'start', sessionId: session.id, cwd: session.cwd, isResumed: session.isResumed, adapter, model })
    },
    inspection({ problems }) {
      for (const problem of problems) write({ type: 'problem', problem })
    },
    event: write,
    warning: (message) => write({ type: 'warning', message }),
    result: (result, session) => write({ type: 'result', sessionId: session.id, ...result }),
  }
}
