import { randomBytes } from 'node:crypto'
import { readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { z } from 'zod'
import type { ProcessTable } from './process-table.ts'
import { openHereError } from './refusals.ts'
import { SessionError, systemCode } from './session-error.ts'

// A lock is a symbolic link that leads nowhere: its target says who holds it. Making one is atomic, content
// included, and fails when the name is taken, so nobody ever sees half a lock.

const targetSchema = z.object({
  pid: z.int().positive(),
  start: z.string(),
  machine: z.string(),
  /** Tells this lock from every other one, and names the claim on it. */
  nonce: z.string().regex(/^[0-9a-f]{16}$/),
})

type LockTarget = z.output<typeof targetSchema>

/** How often a lock that changes under our hands is looked at again. */
const MAX_ATTEMPTS = 100

/**
 * Takes the lock at `path` and returns what releases it.
 *
 * A lock whose process has ended is taken over. Throws `SessionError` of code `locked` when a running process has it,
 * this one included.
 */
export function takeLock(path: string, processes: ProcessTable): () => void {
  const mine: LockTarget = { ...processes.self, nonce: randomBytes(8).toString('hex') }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (tryCreate(path, mine)) return () => release(path, mine)
    const held = readLock(path)
    if (held === undefined) continue // Released in the meantime.
    if (held === 'foreign') throw foreignError(path)
    if (processes.isRunning(held)) throw lockedError(path, held, processes)
    if (takeOver(path, { held, mine, processes })) return () => release(path, mine)
  }
  throw new SessionError({ code: 'locked', path, message: `The session lock ${path} changes hands all the time.` })
}

function tryCreate(path: string, target: LockTarget): boolean {
  try {
    symlinkSync(JSON.stringify(target), path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Whose lock it is; `foreign` when it is none of ours, `undefined` when there is none. */
function readLock(path: string): LockTarget | 'foreign' | undefined {
  try {
    return parseTarget(readlinkSync(path)) ?? 'foreign'
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    if (systemCode(error) === 'EINVAL') return 'foreign' // Not a link.
    throw error
  }
}

function parseTarget(text: string): LockTarget | undefined {
  try {
    return targetSchema.parse(JSON.parse(text))
  } catch {
    return undefined // Neither JSON nor a target of ours: the caller says so.
  }
}

function isHeldAs(path: string, nonce: string): boolean {
  const held = readLock(path)
  return typeof held === 'object' && held.nonce === nonce
}

/**
 * Replaces the lock of a dead process by `mine`; false when it is no longer there.
 *
 * Only who holds the claim on a lock, a lock of its own named after the nonce, may replace it. The claim is taken
 * before the lock is read again: what stands there then cannot change, its own process being dead.
 */
function takeOver(
  path: string,
  { held, mine, processes }: { held: LockTarget; mine: LockTarget; processes: ProcessTable },
): boolean {
  const releaseClaim = takeLock(`${path}.${held.nonce}`, processes)
  try {
    if (!isHeldAs(path, held.nonce)) return false
    const fresh = `${path}.${mine.nonce}.new`
    symlinkSync(JSON.stringify(mine), fresh)
    renameSync(fresh, path)
    return true
  } finally {
    releaseClaim()
  }
}

function release(path: string, mine: LockTarget): void {
  if (isHeldAs(path, mine.nonce)) unlinkSync(path)
}

function lockedError(path: string, held: LockTarget, processes: ProcessTable): SessionError {
  const { self } = processes
  const isHere = held.machine === self.machine
  if (isHere && held.pid === self.pid) return openHereError(held.pid, path)
  const where = isHere ? `process ${held.pid}` : `process ${held.pid} of ${held.machine}`
  const otherwise = isHere ? '' : `, or delete ${path} if that process is gone`
  const message = `The session is open in ${where}. Close it there first${otherwise}.`
  return new SessionError({ code: 'locked', message, path, pid: held.pid })
}

function foreignError(path: string): SessionError {
  const message = `${path} is in the way: it is no session lock of ours. Delete it if no program uses the session.`
  return new SessionError({ code: 'locked', message, path })
}
