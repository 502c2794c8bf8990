import type { DirectoryEntry } from '@deepseek-ai/dsh-fs'
import type { SkillRoot } from '@deepseek-ai/dsh-skill'
import { parseHeader } from '@deepseek-ai/dsh-skill-format'
import { basename } from 'node:path'
import { faultOf, problemOfError } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import type { LocalProblem } from './problems.ts'
import { noteOfCase, noteOfDepth, noteOfLimit, noteOfNoSkill } from './near-miss-notes.ts'
import { FILES_PER_CALL, HEAD_BYTES } from './read-targets.ts'
import { countedEntries, isSideFile } from './targets.ts'

/** Most folders that one look tries or opens. */
export const FOLDERS_MAX_COUNT = 50_000

export interface LookOptions {
  readonly files: SkillFiles
  readonly signal?: AbortSignal | undefined
}

/** A `SKILL.md`, and the name in it if it tells one. */
interface SeenSkill {
  readonly path: string
  readonly name?: string
}

/**
 * Looks where discovery never looks, for `explain` and `check`: into the folders of `roots` that have no `SKILL.md`.
 * Notes a skill one level too deep, a `SKILL.md` spelled in other letters, and a folder with neither. Rejects on abort
 * only.
 */
export async function findNearMisses(
  roots: readonly Pick<SkillRoot, 'path' | 'source'>[],
  options: LookOptions,
): Promise<readonly LocalProblem[]> {
  const look = new Look(options)
  for (const root of roots) await look.atRoot(root)
  return look.notes
}

class Look {
  readonly notes: LocalProblem[] = []
  private readonly files: SkillFiles
  private readonly signal: AbortSignal | undefined
  private foldersLeft = FOLDERS_MAX_COUNT

  constructor({ files, signal }: LookOptions) {
    this.files = files
    this.signal = signal
  }

  async atRoot({ path: root, source }: Pick<SkillRoot, 'path' | 'source'>): Promise<void> {
    const entries = await this.list(root)
    if (entries === undefined) return
    const folders = this.foldersAmong(countedEntries({ source, entries }), root)
    const skills = await this.readSkillsIn(folders)
    for (const folder of folders) if (!skills.has(folder)) await this.atFolder(folder, root)
  }

  private async atFolder(folder: string, root: string): Promise<void> {
    const entries = (await this.list(folder))?.filter((entry) => !isSideFile(entry))
    if (entries === undefined) return // A link to a file, or gone by now.
    const misspelled = entries.filter(({ name, kind }) => kind !== 'directory' && name.toLowerCase() === 'skill.md')
    for (const { name } of misspelled) this.notes.push(noteOfCase(this.files.resolve(name, folder), basename(folder)))
    const skills = await this.readSkillsIn(this.foldersAmong(entries, folder))
    for (const [inner, { path, name }] of skills) this.notes.push(noteOfDepth(path, name ?? basename(inner), root))
    if (misspelled.length === 0 && skills.size === 0) this.notes.push(noteOfNoSkill(folder))
  }

  /** The folders in a folder, and the links that may be some; fewer once the limit is reached, then with a note. */
  private foldersAmong(entries: readonly DirectoryEntry[], parent: string): readonly string[] {
    const folders = entries.filter(({ kind }) => kind === 'directory' || kind === 'link')
    const tried = folders.slice(0, this.foldersLeft)
    if (tried.length < folders.length) this.notes.push(noteOfLimit(parent, folders.length - tried.length))
    this.foldersLeft -= tried.length
    return tried.map(({ name }) => this.files.resolve(name, parent))
  }

  /** The `SKILL.md` in each folder that has one. */
  private async readSkillsIn(folders: readonly string[]): Promise<ReadonlyMap<string, SeenSkill>> {
    const skills = new Map<string, SeenSkill>()
    for (let start = 0; start < folders.length; start += FILES_PER_CALL) {
      const batch = folders.slice(start, start + FILES_PER_CALL)
      const paths = batch.map((folder) => this.files.resolve('SKILL.md', folder))
      const answers = await this.files.readHeads(paths, { maxBytes: HEAD_BYTES, signal: this.signal })
      for (const [index, folder] of batch.entries()) {
        const path = paths[index] ?? ''
        const answer = answers[index] ?? 'unchanged'
        if (answer === 'unchanged' || (answer instanceof Error && faultOf(answer) === 'gone')) continue
        const verdict = answer instanceof Error ? undefined : parseHeader(answer, { path })
        skills.set(folder, verdict?.kind === 'header' ? { path, name: verdict.header.name } : { path })
      }
    }
    return skills
  }

  /** What a folder holds, sorted; `undefined` for what is none, or cannot be read: then with a note. */
  private async list(folder: string): Promise<readonly DirectoryEntry[] | undefined> {
    try {
      const entries = await this.files.listDir(folder, { signal: this.signal })
      return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      this.signal?.throwIfAborted()
      if (faultOf(error) !== 'gone') this.notes.push(problemOfError(error, folder, basename(folder)))
      return undefined
    }
  }
}
