import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { systemCode } from './session-error.ts'

/** Which process, so that another one that gets its number later is told apart. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it was started: boot of the machine and clock ticks since. Empty where the system does not tell. */
  readonly start: string
  /** Where its number counts: the machine's name and, where there is one, the process namespace. */
  readonly machine: string
}

/** What a lock must know of the processes. */
export interface ProcessTable {
  readonly self: ProcessIdentity
  /** True as well when it cannot be known: a process of another machine. */
  isRunning(identity: ProcessIdentity): boolean
}

/** State and start of a process as `proc(5)` has them, field 3 and 22 of `stat`; the name in field 2 may hold anything. */
export function parseProcessStat(stat: string): { readonly state: string; readonly startTicks: string } | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  return state && startTicks && /^\d+$/.test(startTicks) ? { state, startTicks } : undefined
}

/** What a read of `/proc` gives; `undefined` where there is none, or the process is gone or not ours to see. */
function tryRead(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined // No such file, no /proc at all, or no right to it: all the same to the caller.
  }
}

/** Start of a running process; empty where unknown, `undefined` for one that has ended and waits for its parent. */
function startOf(pid: number): string | undefined {
  const stat = parseProcessStat(tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? '')
  if (!stat) return ''
  if (stat.state === 'Z' || stat.state === 'X') return undefined
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  return `${boot?.trim() ?? ''}/${stat.startTicks}`
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) !== 'ESRCH' // EPERM: it is there, and another user's.
  }
}

/** The processes of this machine. */
export function systemProcesses(): ProcessTable {
  const namespace = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  const machine = namespace === undefined ? hostname() : `${hostname()} ${namespace}`
  const self = { pid: process.pid, start: startOf(process.pid) ?? '', machine }
  return {
    self,
    isRunning(identity) {
      if (identity.machine !== machine) return true
      if (!hasProcess(identity.pid)) return false
      const start = startOf(identity.pid)
      if (start === undefined) return false
      return start === '' || identity.start === '' || start === identity.start
    },
  }
}
