import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import { EXIT } from '../command-io.ts'
import { visibleText } from '../visible-text.ts'

export interface CrashGuard {
  /** What gives the terminal back. */
  onTaken(giveBack: () => void): void
  stop(): void
}

/** Signals that end a process on the spot. Those that ask it to end are heard elsewhere. */
const DEADLY: readonly NodeJS.Signals[] = ['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU']

/**
 * Until it is stopped, the terminal is given back first when a fault that nobody caught or a deadly signal ends the
 * process. A fault is then shown so that it cannot steer the terminal; a signal ends the process as it always does, after
 * what listens for its exit has had its turn.
 */
export function guardAgainstCrash(stderr: Writable): CrashGuard {
  let giveBackTerminal = (): void => {}
  const crash = (error: unknown): void => {
    giveBackTerminal()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    stderr.write(`dsh: a fault in the program:\n${visibleText(text)}\n`)
    process.exit(EXIT.failed)
  }
  const die = (signal: NodeJS.Signals): void => {
    giveBackTerminal()
    // A signal ends the process without it, and commands that run would go on.
    process.emit('exit', 128 + constants.signals[signal])
    process.off(signal, die) // Then the system's own way of ending it is back.
    process.kill(process.pid, signal)
  }
  process.on('uncaughtException', crash)
  for (const signal of DEADLY) process.on(signal, die)
  return {
    onTaken: (giveBack) => void (giveBackTerminal = giveBack),
    stop() {
      process.off('uncaughtException', crash)
      for (const signal of DEADLY) process.off(signal, die)
    },
  }
}
