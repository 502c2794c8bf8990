import { isWithin } from '@deepseek-ai/dsh-fs'
import type { SkillResult, Tolerance } from '@deepseek-ai/dsh-skill-format'
import type { SkillCandidate, SkillDefinition } from '@deepseek-ai/dsh-skill'
import type { SkillFiles } from './files.ts'
import { headerFields } from './header-fields.ts'
import { quotePath } from './links.ts'
import { SkillLocation } from './location.ts'
import { readSkill } from './read-skill.ts'

/**
 * Reads the whole skill behind a candidate of this provider, as it is now; `undefined` when its file is gone. Rejects
 * with an Error that says why when it cannot be read, has a fault now, or leads where it must not.
 */
export async function loadSkill(
  files: SkillFiles,
  candidate: SkillCandidate,
  options: { readonly tolerance: Tolerance; readonly signal: AbortSignal | undefined },
): Promise<SkillDefinition | undefined> {
  const { tolerance, signal } = options
  const location = candidate.locator
  if (!(location instanceof SkillLocation)) throw new TypeError('The candidate is none of this provider.')
  const { path, verdict, boundary } = location
  const reading = await readSkill(files, path, { tolerance, known: verdict, signal })
  if (reading.kind === 'failed') {
    if (reading.isGone) return undefined
    throw new Error(`${quotePath(path)}: ${reading.problem.message}`, { cause: reading.error })
  }
  const { file, result } = reading
  if (boundary !== undefined && !isWithin(file.realPath ?? (await files.realPath(path, { signal })), boundary)) {
    throw new Error(`${quotePath(path)} is a link that leaves the project.`)
  }
  if (result.kind !== 'skill') {
    const fault = `${quotePath(path)} has a fault, so the skill does not load: ${whyRefused(result)}`
    throw new Error(`${fault} It loads again when that is mended.`)
  }
  return definitionOf(candidate, result)
}

function whyRefused(result: Exclude<SkillResult, { readonly kind: 'skill' }>): string {
  const problem = result.problems.find(({ severity }) => severity === 'error') ?? result.problems[0]
  if (problem === undefined) return 'it has no header.'
  const { line, message, hint } = problem
  return `${line === undefined ? '' : `line ${line}: `}${message} ${hint}`
}

function definitionOf(
  candidate: SkillCandidate,
  skill: Extract<SkillResult, { readonly kind: 'skill' }>,
): SkillDefinition {
  const { name, source, provider, path, resourceBase } = candidate
  const invisible = skill.problems.filter(({ code }) => code === 'invisible-characters')
  return {
    ...headerFields(skill.header),
    source,
    provider,
    content: skill.content,
    ...(invisible.length > 0 && { problems: invisible.map((problem) => ({ ...problem, skill: name })) }),
    ...(path === undefined ? {} : { path }),
    ...(resourceBase === undefined ? {} : { resourceBase }),
  }
}
