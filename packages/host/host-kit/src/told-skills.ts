import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, findDistrust } from '@deepseek-ai/dsh-fs'
import { z } from 'zod'

const skillSchema = z.strictObject({
  /** Of the whole text. */
  digest: z.string(),
  /** Of the file that the digest was taken of: while it is the same, so is the digest. */
  stamp: z.string().exactOptional(),
  /** Where the file really lies, if that is not in the project. */
  leadsTo: z.string().exactOptional(),
  /** The skills from elsewhere that it replaces, by their paths. */
  replaces: z.array(z.string()).readonly(),
})

const fileSchema = z.strictObject({ project: z.string(), skills: z.record(z.string(), skillSchema) })

/** What a person was told about one skill of a project. */
export type ToldSkill = z.infer<typeof skillSchema>

/** By the names of the skills. */
export type ToldProject = ReadonlyMap<string, ToldSkill>

/**
 * What this person was told about the skills of projects. With a `directory` it outlives the process, in one file per
 * project; without one it lasts as long as this object does.
 */
export class ToldSkills {
  private readonly directory: string | undefined
  /** What is in no file: there is none, or it cannot be written. */
  private readonly memory = new Map<string, ToldProject>()

  constructor(directory?: string) {
    this.directory = directory
  }

  /** What was told of the project whose real path is `root`. A file that is damaged, or not the user's own, tells nothing. */
  of(root: string): ToldProject {
    return new Map([...(this.read(root) ?? []), ...(this.memory.get(root) ?? [])])
  }

  /**
   * Keeps what was told just now. The file is written aside and renamed, so that two processes leave a whole one; of what
   * both told, one may tell again. Throws when the file cannot be written (the system's error), or others could have
   * written it: this object knows it still.
   */
  add(root: string, skills: ToldProject): void {
    const all = new Map([...this.of(root), ...skills])
    this.memory.set(root, all)
    if (this.directory === undefined) return
    const path = this.pathOf(root)
    const content = JSON.stringify({ project: root, skills: Object.fromEntries(all) })
    mkdirSync(this.directory, { recursive: true, mode: 0o700 })
    const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
    try {
      writeFileSync(aside, content, { mode: 0o600, flag: 'wx' })
      renameSync(aside, path)
    } catch (error) {
      removeAside(aside)
      throw error
    }
    const [distrust] = findDistrust(path)
    if (distrust) throw new Error(`${distrust.path}: ${distrust.reason}; ${distrust.command}`)
    this.memory.delete(root)
  }

  private read(root: string): ToldProject | undefined {
    if (this.directory === undefined) return undefined
    const path = this.pathOf(root)
    if (findDistrust(path).length > 0) return undefined
    let value: unknown
    try {
      value = JSON.parse(readFileSync(path, 'utf8'))
    } catch {
      return undefined // Missing, unreadable or damaged: then the user is told once more.
    }
    const { data } = fileSchema.safeParse(value)
    return data?.project === root ? new Map(Object.entries(data.skills)) : undefined
  }

  private pathOf(root: string): string {
    const name = createHash('sha256').update(root).digest('hex').slice(0, 32)
    return join(this.directory ?? '', `${name}.json`)
  }
}

function removeAside(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (errorCode(error) === undefined) throw error // It may never have been there; the first error is the one to tell.
  }
}
