import { isAbsolute, relative } from 'node:path'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import type { SessionInfo } from '@deepseek-ai/dsh-session'

const PROJECT_SOURCES: ReadonlySet<string> = new Set(['project-dsh', 'project-agents'])

/**
 * What the user reads at the first session in a project: how many skills come from it, and where from. `undefined`
 * when there was a session in the project before, or none of its skills counts.
 */
export function projectNotice(inspection: SkillInspection, earlier: readonly SessionInfo[]): string | undefined {
  const { project, winners, roots } = inspection
  if (!project || earlier.some(({ cwd }) => isWithin(cwd, project.root))) return undefined
  const mine = winners.filter(({ source }) => PROJECT_SOURCES.has(source))
  if (mine.length === 0) return undefined
  const folders = roots.flatMap(({ source, path }) => {
    const count = mine.filter((skill) => skill.source === source).length
    return PROJECT_SOURCES.has(source) && count > 0 ? [`${count} from ${path}`] : []
  })
  const some = mine.length === 1 ? '1 skill comes' : `${mine.length} skills come`
  return `First session in this project. ${some} from it, and may tell the model what to do: ${folders.join(', ')}. /skills lists them.`
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way))
}
