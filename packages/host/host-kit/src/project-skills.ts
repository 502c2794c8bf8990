import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { type FileService, isWithin } from '@deepseek-ai/dsh-fs'
import { type InspectedSkill, type SkillDefinition, type SkillInspection, SkillLoadError } from '@deepseek-ai/dsh-skill'
import { isProjectSource } from '@deepseek-ai/dsh-tool-skill'
import type { ToldProject, ToldSkill } from './told-skills.ts'

/** A skill of a project, as it is now. */
export interface ProjectSkill {
  readonly skill: InspectedSkill
  /** What the user must be told of it. */
  readonly now: ToldSkill
}

/** Skills that are looked at side by side. */
const BATCH_SIZE = 32

/** A file that was changed less than this before its stamp was taken may change again under the same stamp. */
const STAMP_SETTLES_MS = 2000

/**
 * The skills of the inspected project, each with a digest of its whole text. A file whose stamp is the one of `told` is not
 * read again. Of one that cannot be loaded just now only what is listed counts. Rejects on abort.
 */
export async function readProjectSkills(
  ctx: Pick<Context, 'skills' | 'get'>,
  inspection: SkillInspection,
  { root, told, signal }: { readonly root: string; readonly told: ToldProject; readonly signal: AbortSignal },
): Promise<readonly ProjectSkill[]> {
  const files = ctx.get('fs')
  const mine = inspection.winners.filter(({ source }) => isProjectSource(source))
  const read = async (skill: InspectedSkill): Promise<ProjectSkill> => {
    const { name, path } = skill
    const stamp = await stampOf(files, path, signal)
    const known = told.get(name)
    // The stamp is that of the file itself, wherever a link leads.
    const isKnown = stamp !== undefined && known?.stamp === stamp
    const digest = isKnown ? known.digest : await digestOf(ctx, skill, { cwd: inspection.cwd, signal })
    const target = isKnown ? known.leadsTo : await leadsOut(files, path, root, signal)
    return {
      skill,
      now: {
        digest,
        ...(stamp !== undefined && { stamp }),
        ...(target !== undefined && { leadsTo: target }),
        replaces: replacedBy(skill, inspection).map(placeOf),
      },
    }
  }
  const found: ProjectSkill[] = []
  for (let from = 0; from < mine.length; from += BATCH_SIZE) {
    found.push(...(await Promise.all(mine.slice(from, from + BATCH_SIZE).map(read))))
  }
  return found
}

/** Where a project really lies, as far as the file service can tell. */
export async function realPathOf(files: FileService | undefined, path: string, signal: AbortSignal): Promise<string> {
  try {
    return (await files?.realPath?.(path, { signal })) ?? path
  } catch {
    signal.throwIfAborted()
    return path // What cannot be followed is reported by those who read it.
  }
}

function replacedBy({ name }: InspectedSkill, { shadowed }: SkillInspection): readonly InspectedSkill[] {
  return shadowed.map(({ skill }) => skill).filter((other) => other.name === name && !isProjectSource(other.source))
}

function placeOf({ path, provider }: InspectedSkill): string {
  return path ?? `provider ${provider}`
}

async function stampOf(
  files: FileService | undefined,
  path: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (files === undefined || path === undefined) return undefined
  try {
    const { stamp } = await files.stat(path, { signal })
    return stamp !== undefined && Date.now() - stamp.changedMs > STAMP_SETTLES_MS ? stamp.key : undefined
  } catch {
    signal.throwIfAborted()
    return undefined // Gone or unreadable: loading it says so.
  }
}

async function digestOf(
  { skills }: Pick<Context, 'skills'>,
  listed: InspectedSkill,
  options: { readonly cwd: string | undefined; readonly signal: AbortSignal },
): Promise<string> {
  let definition: SkillDefinition | undefined
  try {
    definition = await skills.get(listed.name, options)
  } catch (error) {
    if (!(error instanceof SkillLoadError)) throw error
  }
  const { description, whenToUse, disableModelInvocation } = definition ?? listed
  const text = JSON.stringify([description, whenToUse, disableModelInvocation, definition?.content])
  return createHash('sha256').update(text).digest('hex')
}

async function leadsOut(
  files: FileService | undefined,
  path: string | undefined,
  root: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (path === undefined) return undefined
  const real = await realPathOf(files, path, signal)
  return real === path || isWithin(real, root) ? undefined : dirname(real)
}
