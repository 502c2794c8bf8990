import { setTimeout as delay } from 'node:timers/promises'

/** A process that has been stopped runs no timers: the first one after that says that it goes on. */
const AFTER_STOP_MS = 50

/**
 * Stops this process with all of its job, as the shell's Ctrl-Z does. Resolves when it goes on; that is soon where no
 * shell could ever bring it back, since the system stops no such process.
 */
export async function stopProcess(): Promise<void> {
  process.kill(0, 'SIGTSTP')
  await delay(AFTER_STOP_MS)
}
