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
 * with an Error that says why when it cannot be read, is no skill any more, or leads where it must not.
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
  if (result.kind !== 'skill') throw new Error(`${quotePath(path)} is no skill any more: ${whyRefused(result)}`)
  return definitionOf(candidate, result)
}

function whyRefused(result: Exclude<SkillResult, { readonly kind: 'skill' }>): string {
  const problem = result.problems.find(({ severity }) => severity === 'error') ?? result.problems[0]
  if (problem === undefined) return 'it has no header.'
  return problem.line === undefined ? problem.message : `line ${problem.line}: ${problem.message}`
}

function definitionOf(
  candidate: SkillCandidate,
  skill: Extract<SkillResult, { readonly kind: 'skill' }>,
): SkillDefinition {
  const { source, provider, path, resourceBase } = candidate
  return {
    ...headerFields(skill.header),
    source,
    provider,
    content: skill.content,
    ...(path === undefined ? {} : { path }),
    ...(resourceBase === undefined ? {} : { resourceBase }),
  }
}
