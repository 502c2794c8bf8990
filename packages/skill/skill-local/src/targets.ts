import { isSliceUsedUp, nextTurn, type DirectoryEntry, type FileKind } from '@deepseek-ai/dsh-fs'
import { faultOfEntry, problemOfFault } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import { isRefused, problemOfRefusal, problemOfUnchecked, type LinkRule } from './links.ts'
import type { LocalProblem } from './problems.ts'
import { isProjectRoot, type OpenRoot } from './roots.ts'
import { sideBySide } from './side-by-side.ts'

/** Most entries of one root that are looked at: the first in code-unit order. */
const ENTRIES_MAX_COUNT = 20_000

/** How many links are followed at a time. */
const LINKS_AT_A_TIME = 32

/** A file that is, or would be, a skill. */
export interface Target {
  readonly root: OpenRoot
  /** The file to read. */
  readonly path: string
  /** The skill's folder, for a flat file the root: where a link lies, not where it leads. */
  readonly base: string
  /** Name of the folder, or of the flat file without `.md`. */
  readonly label: string
  readonly isFlat: boolean
  /** Where `path` leads, unless its last part is a link of its own: that shows when it is read. */
  readonly realPath: string
  /** Whether the entry itself is a symbolic link. */
  readonly isLink: boolean
}

/** An entry, links followed. */
interface Place {
  readonly name: string
  readonly path: string
  readonly kind: FileKind
  readonly realPath: string
  readonly isLink: boolean
}

export interface TargetOptions {
  readonly files: SkillFiles
  readonly rule: LinkRule
  readonly signal: AbortSignal | undefined
}

/**
 * Finds what to read in a root: folders first, then flat files, each in code-unit order. Follows links, opens nothing.
 * Rejects on abort only.
 */
export async function findTargets(
  root: OpenRoot,
  { files, rule, signal }: TargetOptions,
): Promise<{ readonly targets: readonly Target[]; readonly problems: readonly LocalProblem[] }> {
  const { entries, problems } = selectEntries(root)
  const links = entries.filter((entry) => entry.kind === 'link')
  const followed = await sideBySide(links, LINKS_AT_A_TIME, (link) => followLink(files, root, link.name, signal))
  const ends = new Map(links.map((link, index) => [link.name, followed[index]]))
  const folders: Target[] = []
  const flat: Target[] = []
  for (const { name, kind } of entries) {
    if (isSliceUsedUp()) await nextTurn(signal)
    const place = kind === 'link' ? ends.get(name) : plainPlace(files, root, name, kind)
    const found = place === undefined || 'code' in place ? place : targetOf(files, root, place, rule)
    if (found === undefined) continue
    if ('code' in found) problems.push(found)
    else (found.isFlat ? flat : folders).push(found)
  }
  return { targets: [...folders, ...flat], problems }
}

/**
 * What programs leave beside a file `x.md`, under a name that ends in `.md` too: AppleDouble files of macOS (`._x.md`),
 * locks of Emacs (`.#x.md`) and of office programs (`.~lock.x.md`, `~$x.md`).
 */
const SIDE_FILE = /^(?:\._|\.#|\.~lock\.|~\$)/

/** Whether an entry is no one's skill, but a side file that a program left there. */
export function isSideFile({ name, kind }: DirectoryEntry): boolean {
  return kind !== 'directory' && SIDE_FILE.test(name)
}

/** What of a root may be skills: no side files; `.system` in the user's DSH root belongs to the system. */
export function countedEntries({ source, entries }: Pick<OpenRoot, 'source' | 'entries'>): readonly DirectoryEntry[] {
  return entries.filter((entry) => !isSideFile(entry) && (source !== 'user-dsh' || entry.name !== '.system'))
}

/** The entries that count, sorted, and a problem for those past the limit. Pure. */
export function selectEntries(root: OpenRoot): { entries: readonly DirectoryEntry[]; problems: LocalProblem[] } {
  const sorted = countedEntries(root).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (sorted.length <= ENTRIES_MAX_COUNT) return { entries: sorted, problems: [] }
  const problem: LocalProblem = {
    code: 'entries-limit',
    severity: 'error',
    message: `The folder has more than ${ENTRIES_MAX_COUNT} entries: ${sorted.length - ENTRIES_MAX_COUNT} are left out.`,
    path: root.path,
    hint: 'Keep only skills in it, or divide them among several folders named in customSkillDirs.',
  }
  return { entries: sorted.slice(0, ENTRIES_MAX_COUNT), problems: [problem] }
}

function plainPlace(files: SkillFiles, root: OpenRoot, name: string, kind: FileKind): Place {
  const path = files.resolve(name, root.path)
  const realPath = root.realPath === root.path ? path : files.resolve(name, root.realPath)
  return { name, path, kind, realPath, isLink: false }
}

async function followLink(
  files: SkillFiles,
  root: OpenRoot,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Place | LocalProblem> {
  const path = files.resolve(name, root.path)
  try {
    const [{ kind }, realPath] = await Promise.all([files.stat(path, { signal }), files.realPath(path, { signal })])
    return { name, path, kind, realPath, isLink: true }
  } catch (error) {
    signal?.throwIfAborted()
    const fault = faultOfEntry(error, name)
    return problemOfFault(fault === 'gone' ? 'dangling' : fault, error, path, labelOf(name))
  }
}

/** The file to read for an entry; a problem where it only looks like a skill, or leads too far; nothing for any other. */
function targetOf(files: SkillFiles, root: OpenRoot, place: Place, rule: LinkRule): Target | LocalProblem | undefined {
  const { name, path, kind, realPath, isLink } = place
  const label = labelOf(name)
  if (kind !== 'directory' && label === name) return undefined
  if (kind === 'other') return problemOfFault('not-file', undefined, path, label)
  if (isLink && isProjectRoot(root) && rule.projectLinks === 'inside') {
    if (!files.followsLinks) return problemOfUnchecked(path, label)
    if (isRefused(realPath, rule)) return problemOfRefusal(path, realPath, label)
  }
  if (kind === 'file') return { root, path, base: root.path, label, isFlat: true, realPath, isLink }
  const file = files.resolve('SKILL.md', path)
  const realFile = realPath === path ? file : files.resolve('SKILL.md', realPath)
  return { root, path: file, base: path, label: name, isFlat: false, realPath: realFile, isLink }
}

/** What an entry's name says of the skill: the name itself, without the `.md` of a flat file. */
function labelOf(name: string): string {
  return name.length > '.md'.length && name.endsWith('.md') ? name.slice(0, -'.md'.length) : name
}
