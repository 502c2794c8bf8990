import type { Writable } from 'node:stream'
import { EXIT } from '../command-io.ts'
import { visibleText } from '../visible-text.ts'

export interface CrashGuard {
  /** What gives the terminal back. */
  onTaken(giveBack: () => void): void
  stop(): void
}

/**
 * Until it is stopped, a fault that nobody caught ends the process: the terminal is given back first, then the fault is
 * shown so that it cannot steer it.
 */
export function guardAgainstCrash(stderr: Writable): CrashGuard {
  let giveBackTerminal = (): void => {}
  const crash = (error: unknown): void => {
    giveBackTerminal()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    stderr.write(`dsh: a fault in the program:\n${visibleText(text)}\n`)
    process.exit(EXIT.failed)
  }
  process.on('uncaughtException', crash)
  return {
    onTaken: (giveBack) => void (giveBackTerminal = giveBack),
    stop: () => void process.off('uncaughtException', crash),
  }
}
