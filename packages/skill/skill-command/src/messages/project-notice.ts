import { isAbsolute, relative } from 'node:path'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { isProjectSource } from '../project-source.ts'

export interface ProjectNoticeOptions {
  /** Where all sessions are known; asked only when it matters. */
  readonly sessions: { readonly list: () => readonly { readonly id: string; readonly cwd: string }[] }
  /** The session that this is the start of, where it is made already. */
  readonly session?: { readonly id: string; readonly isResumed: boolean } | undefined
  /** What the user enters to see the skills, e.g. `/skills`. */
  readonly listCall: string
}

/**
 * What the user reads at the first session in a project: how many skills come from it, and where from. `undefined`
 * when there was a session in the project before, or none of its skills counts. Throws what `sessions.list` throws.
 */
export function projectNotice(
  { project, winners, roots }: SkillInspection,
  { sessions, session, listCall }: ProjectNoticeOptions,
): string | undefined {
  const mine = winners.filter(({ source }) => isProjectSource(source))
  if (!project || mine.length === 0 || session?.isResumed) return undefined
  if (sessions.list().some(({ id, cwd }) => id !== session?.id && isWithin(cwd, project.root))) return undefined
  const folders = roots.flatMap(({ source, path }) => {
    const count = mine.filter((skill) => skill.source === source).length
    return isProjectSource(source) && count > 0 ? [`${count} from ${path}`] : []
  })
  const some = mine.length === 1 ? '1 skill comes' : `${mine.length} skills come`
  return `First session in this project. ${some} from it, and may tell the model what to do: ${folders.join(', ')}. ${listCall} lists them.`
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way))
}
