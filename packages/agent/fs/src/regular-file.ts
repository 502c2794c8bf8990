import { constants, statfsSync, type BigIntStats } from 'node:fs'
import { errorCode, FileError } from './file-error.ts'

// What every way of reading a file here has in common.

/**
 * How every file is opened: a fifo or device must not block, a terminal must not become ours. Node adds `O_CLOEXEC`.
 * (Windows knows none of these flags: there they are undefined, which counts as zero.)
 */
export const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Types of the Linux file systems that make a file's content up at each read, as linux/magic.h has them. To read there
 * can fail for ever, or take something away.
 */
const PSEUDO_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x62656570, // configfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0x0027e0eb, // cgroup
  0x63677270, // cgroup2
  0xcafe4a11, // bpf
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0xf97cff8c, // selinux
  0x43415d53, // smack
  0x65735543, // fusectl
  0x42494e4d, // binfmt_misc
  0x6e736673, // nsfs
  0x6e667364, // nfsd
  0x67596969, // rpc_pipefs
  0x19800202, // mqueue
  0x07655821, // resctrl
  0x09041934, // anonymous inodes
])

/** Whether a regular file lies in /proc, /sys or their kin. `path` may be a link to it. */
export function isPseudoFile(stats: BigIntStats, path: string): boolean {
  // These take no room on a disk, and hardly any other file does, so an ordinary file costs no further call.
  if (process.platform !== 'linux' || stats.blocks !== 0n || !stats.isFile()) return false
  return PSEUDO_FILE_SYSTEMS.has(statfsSync(path).type)
}

/** Throws `ENOTFILE` unless `stats` are those of a regular file. */
export function assertRegularFile(stats: BigIntStats, path: string): void {
  if (!stats.isFile()) throw notFile(path, stats.isDirectory() ? 'a folder' : 'a fifo, socket or device')
}

/** The error as this package reports it: a socket, which cannot even be opened, is `ENOTFILE` like its kin. */
export function asFileError(error: unknown, path: string): Error {
  const code = errorCode(error)
  if (code === 'ENXIO' || code === 'ENODEV') return notFile(path, 'a socket or device')
  return error instanceof Error ? error : new Error(String(error))
}

export function notFile(path: string, what: string): FileError {
  return new FileError({ code: 'ENOTFILE', path, message: `Not a regular file but ${what}: ${path}` })
}

/**
 * How many bytes to make room for when reading at most `limit` bytes of a file that says to have `size`: one more than
 * it says, and at least a page, since a file may be longer than its size: it may grow, or lie in /proc.
 */
export function expectedBytes(size: number, limit: number): number {
  return Math.min(limit, Math.max(size, 4096) + 1)
}

export function enlarged(buffer: Buffer, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(limit, buffer.length * 2))
  buffer.copy(larger)
  return larger
}
