import type { SkillAlias, SkillCandidate, SkillProblem } from '@deepseek-ai/dsh-skill'
import { noteOtherFolderName } from '@deepseek-ai/dsh-skill-format'
import { candidateFor, PROVIDER_NAME } from './candidate.ts'
import { faultOfEntry, problemOfFault } from './file-faults.ts'
import type { RememberedHead } from './head-memory.ts'
import { isRefused, noteLink, problemOfRefusal, quotePath, type LinkRule } from './links.ts'
import type { Reading } from './read-targets.ts'
import { isProjectRoot } from './roots.ts'
import type { Target } from './targets.ts'

/** Most problems of one answer: thousands of broken files need no longer list, and must not fill the memory. */
const PROBLEMS_MAX_COUNT = 5_000

export interface Collected {
  readonly candidates: readonly SkillCandidate[]
  readonly aliases: readonly SkillAlias[]
  readonly problems: readonly SkillProblem[]
  /** False: something failed that may work at the next try. */
  readonly complete: boolean
}

interface FoundSkill {
  readonly candidate: SkillCandidate
  readonly path: string
  /** Whether its folder or file is called like the skill. */
  readonly bearsName: boolean
}

/** Gathers what was found and read into one answer: the targets of one root after those of another. Pure. */
export class Collector {
  private readonly rule: LinkRule
  private readonly candidates: SkillCandidate[] = []
  private readonly aliases: SkillAlias[] = []
  private readonly problems: SkillProblem[] = []
  /** By real path, the file that it is listed as. */
  private readonly seen = new Map<string, string>()
  /** What was added of the root at hand. */
  private batch: { readonly target: Target; readonly reading: Reading }[] = []
  private found: FoundSkill[] = []
  private readonly starved: Target[] = []
  private hasTransient = false
  private droppedCount = 0

  constructor(rule: LinkRule) {
    this.rule = rule
  }

  report(...problems: readonly SkillProblem[]): void {
    for (const problem of problems) {
      if (problem.code === 'read-failed' || problem.code === 'out-of-descriptors') this.hasTransient = true
      if (this.problems.length < PROBLEMS_MAX_COUNT) this.problems.push(withoutBlankSkill(problem))
      else this.droppedCount += 1
    }
  }

  add(target: Target, reading: Reading): void {
    if (this.batch[0] !== undefined && this.batch[0].target.root !== target.root) this.finishRoot()
    this.batch.push({ target, reading })
  }

  finish(): Collected {
    this.finishRoot()
    const [first] = this.starved
    if (first !== undefined) this.report(problemOfStarved(first.path, this.starved.length))
    const { candidates, aliases, droppedCount } = this
    const problems = droppedCount === 0 ? this.problems : [...this.problems, problemOfDropped(droppedCount)]
    return { candidates, aliases, problems, complete: !this.hasTransient }
  }

  /** Which of several entries wins shows only when all of a root are there. */
  private finishRoot(): void {
    const own = new Map<string, string>()
    for (const { target, reading } of this.batch) {
      if (reading.kind !== 'read' || !bearsName(target, reading.remembered)) continue
      if (!own.has(reading.realPath)) own.set(reading.realPath, target.path)
    }
    for (const { target, reading } of this.batch) {
      if (reading.kind === 'failed') this.addFailed(target, reading.error)
      else if (reading.kind === 'starved') this.starved.push(target)
      else this.addRead(target, reading.remembered, { realPath: reading.realPath, listedAs: own.get(reading.realPath) })
    }
    this.settleNamesakes()
    this.batch = []
    this.found = []
  }

  /** Puts the owner of each name in front of its namesakes: the entry that bears the name, else the first. */
  private settleNamesakes(): void {
    const owners = new Map<string, FoundSkill>()
    for (const skill of this.found) {
      const owner = owners.get(skill.candidate.name)
      if (owner === undefined || (skill.bearsName && !owner.bearsName)) owners.set(skill.candidate.name, skill)
    }
    this.candidates.push(...[...owners.values()].map(({ candidate }) => candidate))
    for (const { candidate, path } of this.found) {
      const owner = owners.get(candidate.name)
      if (owner === undefined || owner.candidate === candidate) continue
      this.candidates.push(candidate)
      this.report(problemOfNamesake(candidate.name, path, owner.path))
    }
  }

  private addFailed(target: Target, error: Error): void {
    const { path, base, label, isFlat } = target
    const fault = faultOfEntry(error, label)
    if (fault === 'misnamed') this.report(problemOfFault(fault, error, isFlat ? path : base, label))
    else if (isFlat || fault !== 'gone') this.report(problemOfFault(fault, error, path, label))
    else if (label.endsWith('.md')) this.report(problemOfFlatFolder(target))
  }

  /** `listedAs`: the file of this root that bears the name of the skill, and has the same real path. */
  private addRead(
    target: Target,
    head: RememberedHead,
    { realPath, listedAs }: { readonly realPath: string; readonly listedAs: string | undefined },
  ): void {
    const { path, label } = target
    const { verdict } = head
    if (isProjectRoot(target.root) && isRefused(realPath, this.rule)) {
      this.report(problemOfRefusal(path, realPath, label))
      return
    }
    // A flat file without a header is an ordinary document.
    if (verdict.kind === 'none' && target.isFlat && label !== 'SKILL') return
    const first = this.seen.get(realPath) ?? listedAs ?? path
    if (first === path) {
      this.seen.set(realPath, path)
      this.addVerdict(target, head, realPath)
    } else if (verdict.kind === 'header') {
      this.aliases.push({ name: verdict.header.name, path, aliasOf: first })
    }
  }

  private addVerdict(target: Target, head: RememberedHead, realPath: string): void {
    const { path, label, root } = target
    const { verdict } = head
    const declared = verdict.kind === 'header' ? verdict.header.name : undefined
    const skill = declared ?? (verdict.kind === 'refused' ? verdict.name : undefined) ?? label
    this.report(...verdict.problems.map((problem) => ({ ...problem, skill })))
    const other = declared === undefined || label === 'SKILL' ? undefined : noteOtherFolderName(declared, label, path)
    if (other !== undefined) this.report({ ...other, skill })
    if (target.isLink || realPath !== target.realPath) {
      this.report(noteLink(path, realPath, isProjectRoot(root) ? this.rule.boundary : undefined, skill))
    }
    if (verdict.kind !== 'header') return
    const holdsLinks = this.rule.projectLinks === 'inside' && isProjectRoot(root)
    const boundary = holdsLinks ? this.rule.boundary : undefined
    const candidate = candidateFor(target, head, verdict.header, boundary)
    this.found.push({ candidate, path, bearsName: bearsName(target, head) })
  }
}

function bearsName({ label }: Target, { verdict }: RememberedHead): boolean {
  return verdict.kind === 'header' && verdict.header.name === label
}

/** A folder may be called by blanks alone, and no skill is called like that. */
function withoutBlankSkill(problem: SkillProblem): SkillProblem {
  if (problem.skill === undefined || /\S/.test(problem.skill)) return problem
  const { skill: _skill, ...rest } = problem
  return rest
}

function problemOfNamesake(skill: string, path: string, owner: string): SkillProblem {
  return {
    code: 'namesake',
    severity: 'warning',
    message: `It is not used: ${quotePath(owner)} in the same folder is called "${skill}" too, and wins.`,
    path,
    hint: 'Remove the one that is not needed, or give it another name.',
    skill,
  }
}

function problemOfFlatFolder(target: Target): SkillProblem {
  return {
    code: 'not-regular-file',
    severity: 'warning',
    message: 'It is a folder, though it is called like a flat skill file, and has no SKILL.md.',
    path: target.base,
    hint: 'Rename the folder, or put a SKILL.md into it.',
    skill: target.label.slice(0, -'.md'.length),
  }
}

function problemOfStarved(path: string, count: number): SkillProblem {
  return {
    code: 'out-of-descriptors',
    severity: 'error',
    message: `Too many files are open: ${count} skill files could not be read, this one first.`,
    path,
    hint: 'Raise the limit (ulimit -n) or close files: the next lookup tries again.',
  }
}

function problemOfDropped(count: number): SkillProblem {
  return {
    code: 'problems-limit',
    severity: 'warning',
    message: `There are more than ${PROBLEMS_MAX_COUNT} problems; ${count} are left out.`,
    path: `provider:${PROVIDER_NAME}`,
    hint: 'Repair those that are listed, then look again.',
  }
}
