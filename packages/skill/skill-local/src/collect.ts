import type { SkillAlias, SkillCandidate, SkillProblem } from '@deepseek-ai/dsh-skill'
import { noteOtherFolderName } from '@deepseek-ai/dsh-skill-format'
import { candidateFor, PROVIDER_NAME } from './candidate.ts'
import { faultOfEntry, problemOfFault } from './file-faults.ts'
import type { RememberedHead } from './head-memory.ts'
import { isRefused, noteLink, problemOfRefusal, type LinkRule } from './links.ts'
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

/** Gathers what was found and read into one answer, in the order in which it is added. Pure. */
export class Collector {
  private readonly rule: LinkRule
  private readonly candidates: SkillCandidate[] = []
  private readonly aliases: SkillAlias[] = []
  private readonly problems: SkillProblem[] = []
  /** By real path, the first file that led there. */
  private readonly seen = new Map<string, string>()
  private readonly starved: Target[] = []
  private hasTransient = false
  private droppedCount = 0

  constructor(rule: LinkRule) {
    this.rule = rule
  }

  report(...problems: readonly SkillProblem[]): void {
    for (const problem of problems) {
      if (problem.code === 'read-failed' || problem.code === 'out-of-descriptors') this.hasTransient = true
      if (this.problems.length < PROBLEMS_MAX_COUNT) this.problems.push(problem)
      else this.droppedCount += 1
    }
  }

  add(target: Target, reading: Reading): void {
    switch (reading.kind) {
      case 'read':
        this.addRead(target, reading.remembered, reading.realPath)
        break
      case 'failed':
        this.addFailed(target, reading.error)
        break
      case 'starved':
        this.starved.push(target)
        break
    }
  }

  finish(): Collected {
    const [first] = this.starved
    if (first !== undefined) this.report(problemOfStarved(first.path, this.starved.length))
    const { candidates, aliases, droppedCount } = this
    const problems = droppedCount === 0 ? this.problems : [...this.problems, problemOfDropped(droppedCount)]
    return { candidates, aliases, problems, complete: !this.hasTransient }
  }

  private addFailed(target: Target, error: Error): void {
    const { path, base, label, isFlat } = target
    const fault = faultOfEntry(error, label)
    if (fault === 'misnamed') this.report(problemOfFault(fault, error, isFlat ? path : base, label))
    else if (isFlat || fault !== 'gone') this.report(problemOfFault(fault, error, path, label))
    else if (label.endsWith('.md')) this.report(problemOfFlatFolder(target))
  }

  private addRead(target: Target, head: RememberedHead, realPath: string): void {
    const { path, label } = target
    const { verdict } = head
    if (isProjectRoot(target.root) && isRefused(realPath, this.rule)) {
      this.report(problemOfRefusal(path, realPath, label))
      return
    }
    // A flat file without a header is an ordinary document.
    if (verdict.kind === 'none' && target.isFlat && label !== 'SKILL') return
    const first = this.seen.get(realPath)
    if (first === undefined) {
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
    this.candidates.push(candidateFor(target, head, verdict.header, boundary))
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
