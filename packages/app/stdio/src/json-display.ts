import type { Display } from './display.ts'
import { flushAll, Outlet, type OutputStream } from './outlet.ts'
import { visibleJson } from './visible-text.ts'

/** One JSON object a line, on `output`: each event as it happens, a `result` at the end of each turn. */
export function jsonDisplay({ output }: { readonly output: OutputStream }): Display {
  const outlet = new Outlet(output)
  const write = (value: object): void => {
    const json = JSON.stringify(value)
    outlet.write(`${outlet.isTerminal ? visibleJson(json) : json}\n`)
  }
  return {
    start({ session, model: { adapter, model } }) {
      write({ type: 'start', sessionId: session.id, cwd: session.cwd, isResumed: session.isResumed, adapter, model })
    },
    inspection({ problems }) {
      for (const problem of problems) write({ type: 'problem', problem })
    },
    event: write,
    note: (message) => write({ type: 'note', message }),
    warning: (message) => write({ type: 'warning', message }),
    refusal: (refusal) => write({ type: 'refusal', ...refusal }),
    result: (result, session) => write({ type: 'result', sessionId: session.id, ...result }),
    end() {},
    flush: (signal) => flushAll([outlet], signal),
  }
}
