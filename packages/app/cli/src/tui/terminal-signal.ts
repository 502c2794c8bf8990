import type { CommandIo } from '../command-io.ts'

/** Fires with the command's own signal, and when the terminal is gone: its input ends, or cannot be read any more. */
export function signalOfTerminal({ stdin, signal }: CommandIo): AbortSignal {
  const gone = new AbortController()
  for (const event of ['end', 'error', 'close']) stdin.once(event, () => gone.abort(new Error('the terminal is gone')))
  return AbortSignal.any([signal, gone.signal])
}
