import { isWithin } from '@deepseek-ai/dsh-fs'
import type { SkillCollection, SkillProblem, SkillProject, SkillRoot } from '@deepseek-ai/dsh-skill'
import type { Tolerance } from '@deepseek-ai/dsh-skill-format'
import { Collector } from './collect.ts'
import type { SkillFiles } from './files.ts'
import { HeadMemory } from './head-memory.ts'
import { noteLink, problemOfUnchecked, type LinkRule } from './links.ts'
import type { ProjectSearch } from './project.ts'
import { readTargets } from './read-targets.ts'
import { isProjectRoot, openRoots, type OpenRoot, type PlannedRoot } from './roots.ts'
import { findTargets } from './targets.ts'

export interface FindOptions {
  readonly files: SkillFiles
  /** In rank order. */
  readonly roots: readonly PlannedRoot[]
  /** What project the roots belong to, if any. */
  readonly search?: ProjectSearch
  readonly tolerance: Tolerance
  readonly projectLinks: LinkRule['projectLinks']
  /** Kept between looks at the same files; fresh when absent. */
  readonly memory?: HeadMemory
  readonly signal?: AbortSignal | undefined
  /** Milliseconds since the epoch; the clock when absent. */
  readonly now?: () => number
}

/**
 * Looks for skills in `roots`: lists each, reads the start of what may be a skill, parses its header. Rejects on abort
 * only; everything else that goes wrong is a problem of the answer.
 */
export async function findSkills(options: FindOptions): Promise<SkillCollection> {
  const { files, search = { problems: [] }, signal, memory = new HeadMemory() } = options
  const boundary = search.project && (await realPathOf(files, search.project, signal))
  const rule: LinkRule = { projectLinks: options.projectLinks, boundary }
  const roots = await openRoots(files, options.roots, rule, signal)
  const collector = new Collector(rule)
  collector.report(...search.problems)
  const found = await Promise.all(roots.map((root) => findTargets(root, { files, rule, signal })))
  for (const [index, root] of roots.entries()) {
    collector.report(...problemsOfRoot(files, root, rule), ...(found[index]?.problems ?? []))
  }
  const targets = found.flatMap((each) => each.targets)
  const { tolerance, now = Date.now } = options
  await readTargets(targets, { files, memory, tolerance, signal, now }, (target, reading) => {
    if (reading.kind === 'failed') memory.delete(target)
    collector.add(target, reading)
  })
  for (const [index, root] of roots.entries()) {
    if (root.state === 'read') memory.keepOnly(root, found[index]?.targets ?? [])
  }
  const { project } = search
  return { ...collector.finish(), roots: roots.map(describeRoot), ...(project && { project }) }
}

/** Where the project's links may lead. A project whose real path cannot be told is taken to lie where it says. */
async function realPathOf(files: SkillFiles, project: SkillProject, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await files.realPath(project.root, { signal })
  } catch {
    signal?.throwIfAborted()
    return project.root
  }
}

function problemsOfRoot(files: SkillFiles, root: OpenRoot, rule: LinkRule): readonly SkillProblem[] {
  if (root.problem !== undefined) return [root.problem]
  const { boundary, projectLinks } = rule
  if (root.state !== 'read' || !isProjectRoot(root) || boundary === undefined) return []
  if (!isWithin(root.realPath, boundary)) return [noteLink(root.path, root.realPath, boundary)]
  return projectLinks === 'inside' && !files.followsLinks ? [problemOfUnchecked(root.path)] : []
}

function describeRoot(root: OpenRoot): SkillRoot {
  const { rank, source, path, realPath, state, sameAs } = root
  return {
    rank,
    source,
    path,
    state,
    ...(realPath === path ? {} : { realPath }),
    ...(sameAs === undefined ? {} : { sameAs }),
  }
}
