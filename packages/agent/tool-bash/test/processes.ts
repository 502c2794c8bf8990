import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Whether a process runs; one that ended and was not collected does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** The process ids in a file, a line each, once there are so many. */
export async function processIdsIn(path: string, count: number): Promise<readonly number[]> {
  for (;;) {
    const lines = textOf(path).split('\n').slice(0, -1)
    if (lines.length >= count) return lines.map(Number)
    await setTimeout(10)
  }
}

/** Waits until none of the processes runs. A test that waits in vain ends by its own time limit. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await setTimeout(10)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // Not written yet.
  }
}
