import { FILE_MAX_BYTES, parseSkill, type SkillResult, type Tolerance } from '@deepseek-ai/dsh-skill-format'
import type { SkillCandidate, SkillDefinition } from '@deepseek-ai/dsh-skill'
import type { FileHead } from '@deepseek-ai/dsh-fs'
import { faultOf, problemOfError } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import { isWithin, quotePath } from './links.ts'
import { SkillLocation } from './location.ts'

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
  const file = await readWhole(files, path, signal)
  if (file === undefined) return undefined
  if (boundary !== undefined && !isWithin(file.realPath ?? (await files.realPath(path, { signal })), boundary)) {
    throw new Error(`${quotePath(path)} is a link that leaves the project.`)
  }
  const skill = parseSkill(file, { path, tolerance, known: verdict })
  if (skill.kind !== 'skill') throw new Error(`${quotePath(path)} is no skill any more: ${whyRefused(skill)}`)
  return definitionOf(candidate, skill)
}

async function readWhole(
  files: SkillFiles,
  path: string,
  signal: AbortSignal | undefined,
): Promise<FileHead | undefined> {
  const [answer] = await files.readHeads([path], { maxBytes: FILE_MAX_BYTES, signal })
  if (answer === undefined || answer === 'unchanged') throw new Error(`No answer from the file service: ${path}`)
  if (!(answer instanceof Error)) return answer
  const fault = faultOf(answer)
  if (fault === 'gone' || fault === 'dangling') return undefined
  throw new Error(`${quotePath(path)}: ${problemOfError(answer, path).message}`, { cause: answer })
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
  const { name, description, whenToUse, disableModelInvocation, metadata } = skill.header
  const { source, provider, path, resourceBase } = candidate
  return {
    name,
    description,
    source,
    provider,
    content: skill.content,
    ...(path === undefined ? {} : { path }),
    ...(resourceBase === undefined ? {} : { resourceBase }),
    ...(whenToUse === undefined ? {} : { whenToUse }),
    ...(disableModelInvocation ? { disableModelInvocation } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  }
}
