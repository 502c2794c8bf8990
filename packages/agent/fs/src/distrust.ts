import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, join, parse, sep } from 'node:path'
import { errorCode } from './file-error.ts'

/** Why what lies at a path is not this user's own word. */
export interface Distrust {
  /** What others own or may write: the path asked for, a folder above it, or a link on the way. */
  readonly path: string
  readonly reason: string
  /** Mends it, in any POSIX shell. */
  readonly command: string
}

/** Who runs this process. */
export interface Reader {
  readonly uid: number
  /** Further users whose files are this user's own. Root always is one. */
  readonly trusted: readonly number[]
}

const OTHERS_MAY_WRITE = 0o022
const STICKY = 0o1000
const LINKS_MAX_COUNT = 40

/**
 * Everything on the way to `path`, links followed, that another user owns or may write, as ssh looks at its files: such a
 * user decides what is read there. A folder above may be open to all if it is sticky, as `/tmp` is. A group counts as
 * others, a private one too: who is in a group, and who will be, no mode tells. A path that is not there yet is judged by
 * its folders. Empty on systems without users of this kind, and where the way cannot be followed: reading fails there.
 */
export function findDistrust(path: string, reader: Reader | undefined = currentReader()): readonly Distrust[] {
  if (!reader) return []
  const found = new Map<string, Distrust>()
  let at = parse(path).root
  const names = path.slice(at.length).split(sep)
  for (let linkCount = 0; ;) {
    const isEnd = names.length === 0
    const stats = statOf(at)
    if (!stats) break
    const isLink = stats.isSymbolicLink()
    const distrust = distrustOf(at, stats, { reader, isEnd })
    if (distrust) found.set(at, distrust)
    if (isLink) {
      linkCount += 1
      if (linkCount > LINKS_MAX_COUNT) break
      const target = readlinkSync(at)
      const { root } = parse(target)
      names.unshift(...target.slice(root.length).split(sep))
      at = root === '' ? dirname(at) : root
    }
    const name = names.shift()
    if (name === undefined) break
    at = name === '..' ? dirname(at) : join(at, name)
  }
  return [...found.values()]
}

/** Like `findDistrust`, of one file or folder alone, by its own stat. */
export function distrustOf(
  path: string,
  stats: Stats,
  { reader = currentReader(), isEnd = true }: { readonly reader?: Reader | undefined; readonly isEnd?: boolean } = {},
): Distrust | undefined {
  if (!reader) return undefined
  const { uid, mode } = stats
  const isLink = stats.isSymbolicLink()
  const holdsData = stats.isFile() || stats.isDirectory()
  const isForeign = uid !== 0 && uid !== reader.uid && !reader.trusted.includes(uid)
  const isSticky = !isEnd && stats.isDirectory() && (mode & STICKY) !== 0
  const isOpen = holdsData && !isSticky && (mode & OTHERS_MAY_WRITE) !== 0
  if (!isForeign && !isOpen) return undefined
  const may = reader.uid !== 0 && uid !== reader.uid ? 'sudo ' : ''
  const quoted = shellQuote(path)
  const commands = [
    ...(isForeign ? [`${may}chown ${isLink ? '-h ' : ''}${reader.uid} ${quoted}`] : []),
    ...(isOpen ? [`${may}chmod go-w ${quoted}`] : []),
  ]
  const reasons = [
    ...(isForeign ? [`it belongs to another user (uid ${uid})`] : []),
    ...(isOpen ? [`others may write to it (its mode is ${modeText(mode)})`] : []),
  ]
  return { path, reason: reasons.join(', and '), command: commands.join(' && ') }
}

/** Under sudo the user who called it is trusted as well: root was theirs to become. */
function currentReader(): Reader | undefined {
  const uid = process.geteuid?.()
  if (uid === undefined) return undefined
  const caller = uid === 0 ? Number.parseInt(process.env['SUDO_UID'] ?? '', 10) : Number.NaN
  return { uid, trusted: Number.isNaN(caller) ? [] : [caller] }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return undefined // Cannot be looked at, so it cannot be read either.
  }
}

function modeText(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}

/** What cannot be typed, or does not come through where a message is shown. */
const UNTYPABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** `path` as one word of a command, in any POSIX shell: never an option, and of characters that can be typed. */
export function shellQuote(path: string): string {
  const file = path.startsWith('-') ? `./${path}` : path
  if (/^[\w@%+=:,./-]+$/.test(file)) return file
  const typed = file.replaceAll(/[\\%]/g, (sign) => sign + sign).replace(UNTYPABLE, octal)
  return file.search(UNTYPABLE) === -1 ? singleQuoted(file) : `"$(printf ${singleQuoted(typed)})"`
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function octal(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
