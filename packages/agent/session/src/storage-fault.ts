import { lstatSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { type Distrust, distrustOf } from '@deepseek-ai/dsh-fs'
import { SessionError, systemCode, systemReason } from './session-error.ts'

type Words = readonly [what: string, advice: string]

const NOT_ALLOWED: Words = [
  'this user may not use it',
  'Check its owner and permissions, and those of the folders above it',
]
const MANY_FILES: Words = ['too many files are open', 'Close some, or raise the limit (`ulimit -n`)']

/** What the system refuses, in words, and what to do about it. */
const FAULTS: ReadonlyMap<string | undefined, Words> = new Map<string | undefined, Words>([
  ['EACCES', NOT_ALLOWED],
  ['EPERM', NOT_ALLOWED],
  ['EROFS', ['its file system is read-only', 'Make that writable, or keep sessions in another folder']],
  ['ENOSPC', ['its file system is full', 'Make room there, or keep sessions in another folder']],
  ['EDQUOT', ['the quota of this user is used up', 'Make room there, or keep sessions in another folder']],
  ['EFBIG', ['a file may not grow that large here', 'Raise the limit (`ulimit -f`), or start a new session']],
  ['EISDIR', ['it is a folder, and a session log is a file', 'Move it away, or remove it']],
  ['ENXIO', ['it is a socket, and a session log is a file', 'Move it away, or remove it']],
  ['ELOOP', ['it is a symbolic link, and logs are never reached by one', 'Put the file itself in its place']],
  ['EIO', ['the disk reports a fault', 'Check the disk or mount that it lies on']],
  ['EMFILE', MANY_FILES],
  ['ENFILE', MANY_FILES],
])

/** What the system refused about the log, lock or folder at `path`. `failed`: what could not be done with it. */
export function storageError(path: string, cause: unknown, failed = `${path} cannot be used`): SessionError {
  const code = systemCode(cause)
  const [what, advice] = FAULTS.get(code) ?? obstacleAt(path, code) ?? [systemReason(cause), 'Check it, and its folder']
  const name = FAULTS.has(code) ? ` (${code})` : ''
  return new SessionError({ code: 'storage', message: `${failed}: ${what}${name}. ${advice}.`, path, cause })
}

/** What another user owns or may write holds no words of this user's. */
export function distrustError({ path, reason, command }: Distrust): SessionError {
  return new SessionError({ code: 'storage', message: `${path} is not trusted: ${reason}. Run: ${command}`, path })
}

/** Throws when what was opened at `path` is not a regular file, and when another user owns it or may write to it. */
export function checkLogFile(stats: Stats, path: string): void {
  const distrust = distrustOf(path, stats)
  if (distrust) throw distrustError(distrust)
  if (stats.isFile()) return
  const kind = stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a named pipe' : 'a device'
  const message = `${path} cannot be used: it is ${kind}, and a session log is a file. Move it away, or remove it.`
  throw new SessionError({ code: 'storage', message, path })
}

/** What stands where a folder on the way to `path` belongs, for the codes that mean that. */
function obstacleAt(path: string, code: string | undefined): Words | undefined {
  if (code !== 'ENOTDIR' && code !== 'EEXIST' && code !== 'ENOENT') return undefined
  const obstacle = lowestThere(path)
  const target = statSync(obstacle, { throwIfNoEntry: false })
  if (target?.isDirectory() === true) return undefined
  const kind = target === undefined ? 'a link that leads nowhere' : 'no folder'
  return [`${obstacle} is ${kind}, and a folder belongs there`, 'Move it away, or keep sessions in another folder']
}

/** `path`, or the first one above it that is there. */
function lowestThere(path: string): string {
  for (let at = path; ; at = dirname(at)) if (isThere(at) || at === dirname(at)) return at
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return false
    throw error
  }
}
