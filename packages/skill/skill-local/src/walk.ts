import { isSliceUsedUp, isWithin, nextTurn, type DirectoryEntry } from '@deepseek-ai/dsh-fs'
import { faultOf, problemOfError } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import { isRefused, type LinkRule } from './links.ts'
import { noteOfLimit } from './near-miss-notes.ts'
import { FOLDERS_MAX_COUNT } from './near-misses.ts'
import type { LocalProblem } from './problems.ts'
import { sideBySide } from './side-by-side.ts'
import { isSideFile } from './targets.ts'

/** Most levels below a start, and below a link that leads out of it. */
const LEVELS_MAX_COUNT = 32
const LEVELS_BELOW_LINK = 4

const FOLDERS_AT_A_TIME = 32

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Folders of a skill that hold what its text uses. A `SKILL.md` in them is a sample. */
const PARTS_OF_SKILL: ReadonlySet<string> = new Set(['references', 'assets', 'scripts', 'templates', 'examples'])

export interface WalkedFolder {
  readonly path: string
  readonly realPath: string
  readonly hasSkillFile: boolean
  /** Whether a folder above, up to the start, has a `SKILL.md`. */
  readonly isInSkill: boolean
  /** Names of the other files that may be meant as skills, sorted: documents, and `SKILL.md` misspelled. */
  readonly documents: readonly string[]
}

export interface WalkOptions {
  readonly files: SkillFiles
  readonly rule: LinkRule
  /** Paths of folders to leave out. */
  readonly skipped?: ReadonlySet<string>
  readonly foldersMaxCount?: number
  readonly signal?: AbortSignal | undefined
}

export interface Walk {
  /** Each folder once, however many paths lead to it. */
  readonly folders: readonly WalkedFolder[]
  readonly problems: readonly LocalProblem[]
}

/**
 * Lists the folders at and below `starts`, without `.git` and `node_modules`. Follows links last, so that a folder is
 * called by its own path where it has one. Rejects on abort only.
 */
export async function walkFolders(starts: readonly string[], options: WalkOptions): Promise<Walk> {
  const walker = new Walker(options)
  for (const start of starts) await walker.walk(start)
  return { folders: walker.folders.toSorted((a, b) => (a.path < b.path ? -1 : 1)), problems: walker.problems }
}

interface Step {
  readonly path: string
  readonly realPath: string
  readonly isInSkill: boolean
  readonly levelsLeft: number
}

class Walker {
  readonly folders: WalkedFolder[] = []
  readonly problems: LocalProblem[] = []
  private readonly options: WalkOptions
  private readonly visited = new Set<string>()
  private foldersLeft: number

  constructor(options: WalkOptions) {
    this.options = options
    this.foldersLeft = options.foldersMaxCount ?? FOLDERS_MAX_COUNT
  }

  async walk(path: string): Promise<void> {
    const start = { path, isInSkill: false, levelsLeft: LEVELS_MAX_COUNT }
    const realPath = await this.attempt(path, (signal) => this.options.files.realPath(path, { signal }))
    if (realPath === undefined) return
    const links: Step[] = []
    let left = 0
    let steps: readonly Step[] = [{ ...start, realPath }]
    while (steps.length > 0) {
      const fresh = steps.filter((step) => this.visit(step))
      const taken = fresh.slice(0, this.foldersLeft)
      left += fresh.length - taken.length
      this.foldersLeft -= taken.length
      const next = (await sideBySide(taken, FOLDERS_AT_A_TIME, (step) => this.open(step, links))).flat()
      if (isSliceUsedUp()) await nextTurn(this.options.signal)
      if (next.length > 0) steps = next
      else
        steps = await this.follow(
          links.splice(0).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
          realPath,
        )
    }
    if (left > 0) this.problems.push(noteOfLimit(path, left))
  }

  private visit({ path, realPath }: Step): boolean {
    if (this.visited.has(realPath) || this.options.skipped?.has(path) === true) return false
    this.visited.add(realPath)
    return true
  }

  /** Lists one folder. Gives the folders in it, and adds to `links` what may lead to more. */
  private async open(step: Step, links: Step[]): Promise<readonly Step[]> {
    const { path, realPath, isInSkill, levelsLeft } = step
    const { files } = this.options
    const listed = await this.attempt(path, (signal) => files.listDir(path, { signal }))
    if (listed === undefined) return []
    const entries = listed.filter((entry) => !isSideFile(entry)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const hasSkillFile = entries.some(({ name }) => name === 'SKILL.md')
    const documents = entries.filter(isDocument).map(({ name }) => name)
    this.folders.push({ path, realPath, hasSkillFile, isInSkill, documents })
    const isSkill = isInSkill || hasSkillFile
    const below = ({ name }: DirectoryEntry): Step => ({
      path: files.resolve(name, path),
      realPath: files.resolve(name, realPath),
      isInSkill: isSkill,
      levelsLeft: levelsLeft - 1,
    })
    const isWalked = ({ name }: DirectoryEntry): boolean =>
      !SKIPPED_FOLDERS.has(name) && !(isSkill && PARTS_OF_SKILL.has(name)) && name !== 'SKILL.md'
    const folders = entries.filter((entry) => entry.kind === 'directory' && isWalked(entry)).map(below)
    if (levelsLeft === 0) {
      if (folders.length > 0) this.problems.push(noteOfLimit(path, folders.length))
      return []
    }
    links.push(...entries.filter((entry) => entry.kind === 'link' && isWalked(entry)).map(below))
    return folders
  }

  /** The folders that links lead to: none that holds the start, none where the links of a project may not lead. */
  private async follow(links: readonly Step[], start: string): Promise<readonly Step[]> {
    const { files, rule, signal } = this.options
    const follow = async (link: Step): Promise<readonly Step[]> => {
      try {
        const [{ kind }, realPath] = await Promise.all([
          files.stat(link.path, { signal }),
          files.realPath(link.path, { signal }),
        ])
        if (kind !== 'directory' || isWithin(start, realPath) || isRefused(realPath, rule)) return []
        const levelsLeft = isWithin(realPath, start) ? link.levelsLeft : Math.min(link.levelsLeft, LEVELS_BELOW_LINK)
        return [{ ...link, realPath, levelsLeft }]
      } catch {
        signal?.throwIfAborted()
        return [] // In a folder of skills the lookup tells of it; elsewhere it is not a skill.
      }
    }
    return (await sideBySide(links, FOLDERS_AT_A_TIME, follow)).flat()
  }

  private async attempt<T>(
    path: string,
    call: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T | undefined> {
    const { signal } = this.options
    try {
      return await call(signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (faultOf(error) !== 'gone') this.problems.push(problemOfError(error, path))
      return undefined
    }
  }
}

function isDocument({ name, kind }: DirectoryEntry): boolean {
  return kind !== 'directory' && name !== 'SKILL.md' && /^skills?$|\.(?:md|mdx|markdown|txt)$/i.test(name)
}
