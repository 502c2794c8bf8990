import { isAbsolute, relative } from 'node:path'
import type { SkillInspection, SkillProject } from '@deepseek-ai/dsh-skill'
import { isProjectSource } from '@deepseek-ai/dsh-skill-command'

interface EarlierSession {
  readonly id: string
  readonly cwd: string
  /** Absent when nothing was said in it: who opened it may not have seen the notice. */
  readonly firstWords?: string
}

export interface ProjectNoticeOptions {
  /** The sessions that there were; asked only when it matters. */
  readonly sessions: { readonly some: (fits: (session: EarlierSession) => boolean) => boolean }
  /** The session that this is the start of, where it is made already. */
  readonly session?: { readonly id: string; readonly isResumed: boolean } | undefined
  /** What the user enters to see the skills, e.g. `/skills`. */
  readonly listCall: string
}

/**
 * What the user reads at the first session in a project: how many skills come from it, and where from. `undefined`
 * when something was said in another session in the project, or none of its skills counts. Throws what `sessions.some`
 * throws.
 */
export function projectNotice(
  { project, winners, roots }: SkillInspection,
  { sessions, session, listCall }: ProjectNoticeOptions,
): string | undefined {
  const mine = winners.filter(({ source }) => isProjectSource(source))
  if (!project || mine.length === 0 || session?.isResumed) return undefined
  const isEarlier = ({ id, cwd, firstWords }: EarlierSession): boolean =>
    id !== session?.id && firstWords !== undefined && isIn(cwd, project)
  if (sessions.some(isEarlier)) return undefined
  const folders = roots.flatMap(({ source, path }) => {
    const count = mine.filter((skill) => skill.source === source).length
    return isProjectSource(source) && count > 0 ? [`${count} from ${path}`] : []
  })
  const some = mine.length === 1 ? '1 skill comes' : `${mine.length} skills come`
  return `First session in this project. ${some} from it, and may tell the model what to do: ${folders.join(', ')}. ${listCall} lists them.`
}

/** Without a `.git` each folder is a project of its own, those below it too. */
function isIn(cwd: string, { root, foundBy }: SkillProject): boolean {
  if (foundBy === 'cwd') return cwd === root
  const way = relative(root, cwd)
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way))
}
