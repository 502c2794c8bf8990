import { visibleJson, visibleLine } from '@deepseek-ai/dsh-host-kit/text'
import type { Display } from './display.ts'
import { flushBoth, Outlet, type OutputStream } from './outlet.ts'
import type { OutputLine } from './output-line.ts'

export interface JsonDisplayOptions {
  readonly output: OutputStream
  readonly errors: OutputStream
}

/**
 * One JSON object a line, on `output`, as `outputSchema` has it: each event as it happens, a `result` at the end of each
 * turn. What the user should know of the model goes to `errors`, too: a program that reads the lines may not show it.
 */
export function jsonDisplay({ output, errors }: JsonDisplayOptions): Display {
  const outlet = new Outlet(output)
  const rest = new Outlet(errors)
  const write = (value: OutputLine): void => {
    const json = JSON.stringify(value)
    outlet.write(`${visibleJson(json)}\n`)
  }
  return {
    showsNotes: true,
    start({ session: { id: sessionId, cwd, isResumed }, model: { adapter, model }, modelNotice: notice }) {
      write({ type: 'start', sessionId, cwd, isResumed, adapter, model, ...(notice !== undefined && { notice }) })
      if (notice !== undefined) rest.write(`${visibleLine(notice)}\n`)
    },
    inspection({ problems }) {
      for (const problem of problems) write({ type: 'problem', problem })
    },
    skills() {},
    event: write,
    note: (message) => write({ type: 'note', message }),
    warning: (message) => write({ type: 'warning', message }),
    refusal: (refusal) => write({ type: 'refusal', ...refusal }),
    result: (result, session, source) => write({ type: 'result', sessionId: session.id, ...source, ...result }),
    end() {},
    flush: (signal) => flushBoth(outlet, rest, signal),
  }
}
