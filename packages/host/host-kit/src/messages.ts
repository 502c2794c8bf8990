import type { ProjectSkill } from './project-skills.ts'
import type { ToldProject } from './told-skills.ts'
import { visibleLine } from './visible-text.ts'

const NAMES_MAX_COUNT = 10
const PLACES_MAX_COUNT = 5

export interface ProjectNews {
  /** Folders of the project that skills come from, in order of precedence. */
  readonly folders: readonly { readonly source: string; readonly path: string; readonly realPath?: string }[]
  readonly skills: readonly ProjectSkill[]
  readonly told: ToldProject
  /** What the user enters to see the skills, e.g. `/skills`. */
  readonly listCall: string
}

/**
 * What the user reads about the skills of a project: which are new or have changed since they were last told, where they
 * come from, and what they replace. `undefined` when nothing has.
 */
export function projectNotice({ folders, skills, told, listCall }: ProjectNews): string | undefined {
  const added = skills.filter(({ skill }) => !told.has(skill.name))
  const changed = skills.filter(({ skill, now }) => {
    const before = told.get(skill.name)
    return before !== undefined && (before.digest !== now.digest || before.leadsTo !== now.leadsTo)
  })
  const replacing = skills.filter(({ skill, now }) => {
    const before = told.get(skill.name)?.replaces ?? []
    return now.replaces.some((path) => !before.includes(path))
  })
  if (added.length === 0 && changed.length === 0 && replacing.length === 0) return undefined
  const news = new Set([...added, ...changed])
  const parts = [
    ...(told.size === 0 ? [firstTime(added, folders)] : later(added, changed, folders)),
    ...linkSentences(
      skills.filter((each) => news.has(each)),
      folders,
    ),
    ...bounded(
      replacing.map(({ skill, now }) => {
        const own = now.replaces.join(' and ')
        return `The project's ${skill.name} (${skill.path ?? skill.provider}) replaces your own (${own}).`
      }),
      PLACES_MAX_COUNT,
      (count) => `${count} more of your skills are replaced.`,
    ),
    `${listCall} lists them.`,
  ]
  return visibleLine(parts.join(' '))
}

function firstTime(added: readonly ProjectSkill[], folders: ProjectNews['folders']): string {
  const some = added.length === 1 ? '1 skill comes' : `${added.length} skills come`
  return `First session in this project. ${some} from it, and may tell the model what to do: ${counts(added, folders)} (${names(added)}).`
}

function later(
  added: readonly ProjectSkill[],
  changed: readonly ProjectSkill[],
  folders: ProjectNews['folders'],
): readonly string[] {
  const told: string[] = []
  if (added.length > 0) told.push(`new: ${names(added)}, ${counts(added, folders)}`)
  if (changed.length > 0) told.push(`changed: ${names(changed)}, ${counts(changed, folders)}`)
  if (told.length === 0) return []
  return [`Skills of this project that may tell the model what to do are ${told.join('; and ')}.`]
}

/** A link inside of the project may lead to text that is no part of it. */
function linkSentences(skills: readonly ProjectSkill[], folders: ProjectNews['folders']): readonly string[] {
  const sentences = skills.flatMap(({ skill, now: { leadsTo } }) => {
    if (leadsTo === undefined) return []
    const linked = folders.find(({ source, realPath }) => {
      return source === skill.source && realPath !== undefined && `${leadsTo}/`.startsWith(`${realPath}/`)
    })
    return [`${linked?.path ?? skill.path ?? skill.name} leads out of the project, to ${linked?.realPath ?? leadsTo}.`]
  })
  return bounded([...new Set(sentences)], PLACES_MAX_COUNT, (count) => `${count} more lead out of the project.`)
}

function counts(skills: readonly ProjectSkill[], folders: ProjectNews['folders']): string {
  return folders
    .flatMap(({ source, path }) => {
      const count = skills.filter(({ skill }) => skill.source === source).length
      return count > 0 ? [`${count} from ${path}`] : []
    })
    .join(', ')
}

function names(skills: readonly ProjectSkill[]): string {
  const all = skills.map(({ skill }) => skill.name)
  return bounded(all, NAMES_MAX_COUNT, (count) => `${count} more`).join(', ')
}

/** The first ones, and how many more there are. */
function bounded(lines: readonly string[], maxCount: number, more: (count: number) => string): readonly string[] {
  return lines.length <= maxCount ? lines : [...lines.slice(0, maxCount), more(lines.length - maxCount)]
}

/** What the user reads when the home folder takes no file. */
export function notKept(reason: string): string {
  return `What you were told about the skills of this project cannot be kept, so a later session tells it again: ${reason}`
}

/** What the user reads when no lookup of skills is possible. */
export function notListed(reason: string): string {
  return `The skills cannot be listed: ${reason}`
}
