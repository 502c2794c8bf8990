import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { findDistrust } from '@deepseek-ai/dsh-fs'
import { FileLog } from './file-log.ts'
import { readFirstEvents } from './log-head.ts'
import { readLogLines } from './log-lines.ts'
import { makeFolder } from './make-folder.ts'
import { type ProcessTable, systemProcesses } from './process-table.ts'
import { takenError, unknownError } from './refusals.ts'
import { checkSessionId, isSessionId } from './session-id.ts'
import { SessionError, systemCode } from './session-error.ts'
import { takeLock } from './session-lock.ts'
import { isInfoComplete, newestFirst, sessionInfo } from './session-info.ts'
import { checkLogFile, distrustError, storageError } from './storage-fault.ts'
import type { SessionInfo, SessionLog, SessionStore } from './store.ts'

const SUFFIX = '.jsonl'
/** A link to the folder that a session moved to. The log has it too, but deep inside: a list needs it at once. */
const MOVED_SUFFIX = '.moved'
const OPEN_FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
const CREATE_FLAGS = OPEN_FLAGS | constants.O_CREAT | constants.O_EXCL

/**
 * Sessions as files of JSON lines, `<directory>/<id>.jsonl`, each with a lock beside it while it is open.
 *
 * `directory` is absolute, is made when the first session is, and is for this user alone (0700, files 0600).
 */
export class FileSessionStore implements SessionStore {
  readonly directory: string
  private readonly processes: ProcessTable

  constructor(directory: string, processes: ProcessTable = systemProcesses()) {
    this.directory = directory
    this.processes = processes
  }

  create(id: string): SessionLog {
    const path = this.pathOf(id)
    this.checkFolder()
    orStorageError(this.directory, () => makeFolder(this.directory))
    // The early answer; `O_EXCL` decides.
    if (orStorageError(path, () => lstatSync(path, { throwIfNoEntry: false }))) throw takenError(id, path)
    const unlock = this.lock(id)
    const fd = (): number => {
      const made = openLog(path, CREATE_FLAGS)
      if (made === undefined) throw takenError(id, path)
      return made
    }
    return this.fileLog({ fd, path, unlock, events: [], size: 0, cutBytes: 0 })
  }

  open(id: string): SessionLog {
    const path = this.pathOf(id)
    this.checkFolder()
    const fd = openLog(path, OPEN_FLAGS)
    if (fd === undefined) throw unknownError(id, path)
    return orRelease(
      () => closeSync(fd),
      () => {
        const unlock = this.lock(id)
        return orRelease(unlock, () => this.load({ id, fd, path, unlock }))
      },
    )
  }

  list(onProblem: (message: string) => void = () => {}): readonly SessionInfo[] {
    return [...this.sessions(onProblem)].sort(newestFirst)
  }

  some(fits: (session: SessionInfo) => boolean): boolean {
    for (const session of this.sessions(() => {})) if (fits(session)) return true
    return false
  }

  /** By id, the greatest first: ids of ours begin with the time. */
  private *sessions(onProblem: (message: string) => void): Generator<SessionInfo> {
    const names = new Set(this.fileNames())
    for (const name of [...names].toSorted().toReversed()) {
      const id = name.slice(0, -SUFFIX.length)
      if (!name.endsWith(SUFFIX) || !isSessionId(id)) continue
      const path = join(this.directory, name)
      let info: SessionInfo
      try {
        info = sessionInfo(readFirstEvents(path, isInfoComplete), { id, path })
        const moved = `${id}${MOVED_SUFFIX}`
        const cwd = names.has(moved) ? movedTo(join(this.directory, moved), onProblem) : undefined
        if (cwd !== undefined) info = { ...info, cwd }
      } catch (error) {
        onProblem((error instanceof SessionError ? error : storageError(path, error)).message)
        continue
      }
      yield info
    }
  }

  private pathOf(id: string): string {
    checkSessionId(id)
    return join(this.directory, `${id}${SUFFIX}`)
  }

  /** What others may have put here is not read, and nothing is written where they may change it. */
  private checkFolder(): void {
    const [distrust] = findDistrust(this.directory)
    if (distrust) throw distrustError(distrust)
  }

  private fileNames(): readonly string[] {
    this.checkFolder()
    try {
      return readdirSync(this.directory)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return []
      throw storageError(this.directory, error)
    }
  }

  private lock(id: string): () => void {
    const path = join(this.directory, `${id}.lock`)
    return orStorageError(path, () => takeLock(path, this.processes))
  }

  private load({ id, fd, path, unlock }: { id: string; fd: number; path: string; unlock: () => void }): SessionLog {
    const bytes = orStorageError(path, () => readRegularFile(fd, path))
    const { events, wholeBytes, additions } = readLogLines(bytes, path)
    if (events.length === 0) throw emptyError(id, path, bytes.length)
    sessionInfo(events, { id, path })
    const cutBytes = bytes.length - wholeBytes
    if (cutBytes > 0) orStorageError(path, () => ftruncateSync(fd, wholeBytes))
    return this.fileLog({ fd, path, unlock, events, size: wholeBytes, cutBytes, additions })
  }

  private fileLog({
    unlock,
    ...options
  }: Omit<ConstructorParameters<typeof FileLog>[0], 'release' | 'onMove'> & { unlock: () => void }) {
    const release = (isEmpty: boolean) => {
      try {
        if (isEmpty) unlinkSync(options.path) // Nothing was ever written: no session.
      } finally {
        unlock()
      }
    }
    const onMove = (cwd: string): void => orStorageError(options.path, () => remember(cwd, options.path))
    return new FileLog({ ...options, onMove, release })
  }
}

/** The folder that a session moved to; `undefined`, and a problem, for what is no link of ours. */
function movedTo(link: string, onProblem: (message: string) => void): string | undefined {
  try {
    return readlinkSync(link)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return undefined // Removed meanwhile.
    if (code !== 'EINVAL') throw error
    onProblem(`${link} is passed over: it is not a link to the folder of a session. Remove it.`)
    return undefined
  }
}

/** Notes where the session of the log at `path` works from now on. */
function remember(cwd: string, path: string): void {
  const link = `${path.slice(0, -SUFFIX.length)}${MOVED_SUFFIX}`
  rmSync(`${link}.new`, { force: true })
  symlinkSync(cwd, `${link}.new`)
  renameSync(`${link}.new`, link)
}

/** The descriptor; `undefined` when the file is missing, or, with `O_EXCL`, is there. */
function openLog(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags, 0o600)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'EEXIST') return undefined
    throw storageError(path, error)
  }
}

function readRegularFile(fd: number, path: string): Buffer {
  checkLogFile(fstatSync(fd), path)
  return readFileSync(fd)
}

/** Of a log that nothing was acknowledged in: the program ended before, or something else made the file. */
function emptyError(id: string, path: string, length: number): SessionError {
  const what = length === 0 ? 'is empty' : 'holds nothing but a line that was not written whole'
  return new SessionError({ code: 'unknown', message: `There is no session ${id}: ${path} ${what}. Remove it.`, path })
}

/** Runs `use`; a failure of the system becomes a `SessionError`. */
function orStorageError<Value>(path: string, use: () => Value): Value {
  try {
    return use()
  } catch (error) {
    throw error instanceof SessionError ? error : storageError(path, error)
  }
}

/** Runs `use`; calls `release` when it throws. */
function orRelease<Value>(release: () => void, use: () => Value): Value {
  try {
    return use()
  } catch (error) {
    release()
    throw error
  }
}
