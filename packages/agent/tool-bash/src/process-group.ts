import { setTimeout } from 'node:timers/promises'
import { livingProcesses } from './living-processes.ts'

/** From the request to end until the end by force, in ms. */
const GRACE_MS = 2_000

/** Between two looks at the group, in ms: short at first, since most groups end at once. */
const PAUSES_MS = { first: 10, longest: 200 }

/**
 * Whether a process of the group runs. Where the parent of orphans collects late or never, as in some containers, the system
 * counts ended processes, too: they do not run.
 */
export function isGroupAlive(groupId: number): boolean {
  return signalGroup(groupId, 0) && livingProcesses(groupId)?.length !== 0
}

/** Ends every process of the group: asks with SIGTERM, and kills what is still there after the grace period. */
export async function endGroup(groupId: number): Promise<void> {
  signalGroup(groupId, 'SIGTERM')
  let pauseMs = PAUSES_MS.first
  for (let waitedMs = 0; isGroupAlive(groupId); waitedMs += pauseMs) {
    if (waitedMs >= GRACE_MS) {
      killGroup(groupId)
      return
    }
    await setTimeout(pauseMs)
    pauseMs = Math.min(pauseMs * 2, PAUSES_MS.longest)
  }
}

/** Ends every process of the group at once, by force. */
export function killGroup(groupId: number): void {
  signalGroup(groupId, 'SIGKILL')
}

/** False when the group has no process any more. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ESRCH') return false
    if (code === 'EPERM') return true // All that is left runs as another user: there, and out of reach.
    throw error
  }
}
