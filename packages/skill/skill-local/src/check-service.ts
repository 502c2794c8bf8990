import type { DirectoryEntry, FileHead, FileService, FileStat, HeadAnswer, HeadOptions } from '@deepseek-ai/dsh-fs'

const NEEDED_CALLS = ['resolve', 'stat', 'listDir', 'readText'] as const
const OPTIONAL_CALLS = ['realPath', 'readHeads'] as const
const FILE_KINDS: readonly unknown[] = ['file', 'directory', 'other']

/**
 * The calls of a file service, each answer checked: one that is not as the interface has it is a TypeError that names
 * `ctx.fs` and the call. A pseudo file is no regular file here. `readHeads` is left out where it would read past the
 * service's own `readText`.
 */
export function checkService(service: FileService): FileService {
  for (const call of NEEDED_CALLS) {
    if (typeof service[call] !== 'function') throw new TypeError(`ctx.fs is not a file service: it has no ${call}().`)
  }
  for (const call of OPTIONAL_CALLS) {
    if (service[call] !== undefined && typeof service[call] !== 'function') {
      throw new TypeError(`ctx.fs is not a file service: ${call}() is not a function.`)
    }
  }
  return {
    resolve: (path, base) => check('resolve', 'an absolute path', service.resolve(path, base), isPath),
    stat: async (path, options) => {
      const stat = check('stat', 'an object with kind and size', await service.stat(path, options), isStat)
      return stat.isPseudo === true ? { ...stat, kind: 'other' } : stat
    },
    listDir: async (path, options) =>
      entriesOf(check('listDir', 'a list of { name, kind }', await service.listDir(path, options), isListing)),
    readText: async (path, options) => check('readText', 'text', await service.readText(path, options), isText),
    ...(service.realPath !== undefined && {
      realPath: async (path, options) =>
        check('realPath', 'an absolute path', await service.realPath?.(path, options), isPath),
    }),
    ...(service.readHeads !== undefined &&
      !replacesReading(service) && {
        readHeads: async (paths, options) =>
          check('readHeads', 'a list', await headsOf(service, paths, options), isList).map(headOrError),
      }),
  }
}

/** Whether a class or object replaces `stat` or `readText`, and inherits a `readHeads` that knows nothing of it. */
function replacesReading(service: FileService): boolean {
  let part: object | null = service
  while (part !== null && !Object.hasOwn(part, 'readHeads')) {
    if (Object.hasOwn(part, 'readText') || Object.hasOwn(part, 'stat')) return true
    part = Reflect.getPrototypeOf(part)
  }
  return false
}

function check<T>(call: keyof FileService, shape: string, value: unknown, isRight: (value: unknown) => value is T): T {
  if (isRight(value)) return value
  throw new TypeError(`ctx.fs.${call}() must return ${shape}, got ${kindOf(value)}.`)
}

/** Each name once, without those of the folder itself and the one above. */
function entriesOf(listed: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const entries = new Map(listed.map((entry) => [entry.name, entry]))
  entries.delete('.')
  entries.delete('..')
  return entries.size === listed.length ? listed : [...entries.values()]
}

/** A call that fails as a whole costs each file that it was asked for. */
async function headsOf(service: FileService, paths: readonly string[], options: HeadOptions): Promise<unknown> {
  try {
    return await service.readHeads?.(paths, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    const failure = error instanceof Error ? error : new Error(`ctx.fs.readHeads() failed: ${String(error)}`)
    return paths.map(() => failure)
  }
}

/** A wrong answer for one file costs that file. */
function headOrError(answer: unknown): HeadAnswer {
  if (answer === 'unchanged' || answer instanceof Error || isHead(answer)) return answer
  return new TypeError(`ctx.fs.readHeads() must return a head or an error for each file, got ${kindOf(answer)}.`)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'string') return value === '' ? 'empty text' : 'other text'
  return typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'another object') : `a ${typeof value}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Of this machine or another: with a root of `/`, a drive or a scheme. */
function isPath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[\\/]|[A-Za-z][\w+.-]*:)/.test(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isStat(value: unknown): value is FileStat {
  if (!isObject(value) || !FILE_KINDS.includes(value['kind']) || typeof value['size'] !== 'number') return false
  return isStamp(value['stamp'])
}

function isStamp(stamp: unknown): boolean {
  return stamp === undefined || (isObject(stamp) && isText(stamp['key']) && typeof stamp['changedMs'] === 'number')
}

function isListing(value: unknown): value is readonly DirectoryEntry[] {
  return isList(value) && value.every(isEntry)
}

function isEntry(value: unknown): value is DirectoryEntry {
  if (!isObject(value) || !isText(value['name']) || value['name'] === '' || value['name'].includes('/')) return false
  return value['kind'] === 'link' || FILE_KINDS.includes(value['kind'])
}

function isHead(value: unknown): value is FileHead {
  if (!isObject(value) || !isText(value['text']) || typeof value['isComplete'] !== 'boolean') return false
  const { size, stamp, invalidByte, realPath } = value
  if (typeof size !== 'number' || !isStamp(stamp) || (realPath !== undefined && !isPath(realPath))) return false
  return invalidByte === undefined || typeof invalidByte === 'number'
}
