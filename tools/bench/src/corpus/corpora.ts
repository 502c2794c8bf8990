import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedSkill } from './generated.ts'
import { realShapedSkill } from './real-shaped.ts'
import type { CorpusSkill } from './skill-file.ts'

/** The corpora by name: how many skills, and of which kind. */
const KINDS = {
  '100': { count: 100, skill: generatedSkill },
  '298 real': { count: 298, skill: realShapedSkill },
  '1,000': { count: 1000, skill: generatedSkill },
  '10,000': { count: 10_000, skill: generatedSkill },
} as const satisfies Record<string, { count: number; skill: (seed: number, index: number) => CorpusSkill }>

export type CorpusName = keyof typeof KINDS

/** A project folder with skills in `.dsh/skills`, written to disk. */
export interface Corpus {
  readonly name: CorpusName
  readonly count: number
  /** The folder to look skills up for; holds an empty `.git`, so that the search for the project ends here. */
  readonly project: string
  readonly skillsFolder: string
  /** The files, in the order in which they were made. */
  readonly files: readonly string[]
  readonly skillNames: readonly string[]
  /** When the last file was written, in ms since the epoch. */
  readonly writtenAt: number
}

/** Writes the corpus `name` below `parent`. The same seed gives the same bytes. */
export function writeCorpus(parent: string, name: CorpusName, seed: number): Corpus {
  const { count, skill } = KINDS[name]
  const project = join(parent, name.replaceAll(/\W+/g, '-'))
  const skillsFolder = join(project, '.dsh/skills')
  mkdirSync(skillsFolder, { recursive: true })
  mkdirSync(join(project, '.git'))
  const files: string[] = []
  const skillNames: string[] = []
  for (let index = 0; index < count; index++) {
    const { folder, text, fields } = skill(seed, index)
    mkdirSync(join(skillsFolder, folder))
    const file = join(skillsFolder, folder, 'SKILL.md')
    writeFileSync(file, text)
    files.push(file)
    skillNames.push(String(fields['name']))
  }
  return { name, count, project, skillsFolder, files, skillNames, writtenAt: Date.now() }
}
