import { basename, dirname } from 'node:path'
import type { InspectedSkill, SkillAlias, SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { nearest } from '../nearest.ts'
import { skillEntry } from './check-targets.ts'
import type { SkillLook } from './look.ts'

/** What became of one copy of a skill. */
export type CopyVerdict =
  | 'loaded'
  | 'hidden from the model'
  | 'shadowed'
  | 'alias'
  | 'broken'
  | 'called otherwise'
  | 'not found by discovery'
  | 'not searched'

export interface SkillCopy {
  readonly verdict: CopyVerdict
  readonly path: string
  /** As declared, where that is known. */
  readonly name?: string
  readonly source?: string
  readonly rank?: number
  /** Why, in a sentence. */
  readonly reason?: string
}

/** What the model gets of the skill. */
export interface ModelView {
  /** Its line in the catalog; absent for one that is hidden from the model. */
  readonly catalogLine?: string
  /** In full. */
  readonly description: string
  readonly whenToUse?: string
  /** Of the loaded text. */
  readonly characters?: number
  readonly tokens?: number
  /** Where files that the text names are looked for. */
  readonly resourceBase?: string
  /** Why it cannot be loaded now. */
  readonly fault?: string
}

/** The answer to "why is my skill not there", or "which one is it". */
export interface Explanation {
  /** The name or path that was asked for. */
  readonly subject: string
  /** One sentence. */
  readonly answer: string
  /** Whether the model or the user can load it; of a file, whether that very file is what is loaded under its name. */
  readonly loads: boolean
  readonly model?: ModelView
  readonly copies: readonly SkillCopy[]
  readonly problems: readonly SkillProblem[]
  readonly project: SkillInspection['project']
  readonly roots: SkillInspection['roots']
  readonly complete: boolean
}

/**
 * Every copy that a name or the path of a file may mean, the one that counts first. `givenNames`: by path, what a file
 * gives as its name though it is not a valid one. Pure.
 */
export function findCopies(
  subject: string,
  look: SkillLook,
  givenNames: ReadonlyMap<string, string>,
): readonly SkillCopy[] {
  const { inspection, nearMisses, unsearched } = look
  // What refuses a skill for its folder, a link say, has the path of that folder.
  const paths = new Set([subject, skillEntry(subject)])
  const isMeant = (name: string | undefined, path = ''): boolean => name === subject || paths.has(path)
  const winners = inspection.winners.filter(({ name, path }) => isMeant(name, path))
  const shadowed = inspection.shadowed.filter(({ skill }) => isMeant(skill.name, skill.path))
  const aliases = inspection.aliases.filter(({ name, path }) => isMeant(name, path))
  const isRoot = (folder: string): boolean => inspection.roots.some(({ path }) => path === folder)
  const inside = isRoot(dirname(subject)) && !isRoot(subject) ? `${subject}/` : undefined
  const isGiven = (path: string): boolean => {
    const name = givenNames.get(path)
    return name !== undefined && (name === subject || lettersOf(name) === lettersOf(subject))
  }
  const isNear = ({ skill, path }: SkillProblem): boolean =>
    isMeant(skill, path) ||
    isGiven(path) ||
    labelOf(path) === subject ||
    (inside !== undefined && path.startsWith(inside))
  const isRefused = (problem: SkillProblem): boolean =>
    problem.severity === 'error' && (isMeant(problem.skill, problem.path) || isGiven(problem.path))
  return [
    ...winners.map((skill) =>
      copyOf(skill, skill.disableModelInvocation === true ? 'hidden from the model' : 'loaded'),
    ),
    ...shadowed.map(({ skill, shadowedBy }) =>
      copyOf(skill, 'shadowed', `by ${placeOf(shadowedBy)}, which goes first`),
    ),
    ...aliases.map((alias) => aliasCopy(alias, inspection)),
    ...onePerPath(inspection.problems.filter(isRefused)).map((problem) => problemCopy(problem, 'broken')),
    ...copiesLabelled(subject, inspection),
    ...onePerPath(nearMisses.filter(isNear)).map((problem) => problemCopy(problem, 'not found by discovery')),
    ...onePerPath(unsearched.filter(({ skill, path }) => isMeant(skill, path))).map((problem) =>
      problemCopy(problem, 'not searched'),
    ),
  ]
}

/** What two spellings of a name have in common: `Sea Chart`, `SeaChart` and `sea-chart` are one. */
function lettersOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() || name
}

/** The copies whose folder or file is called like that, and that declare another name. */
function copiesLabelled(subject: string, inspection: SkillInspection): readonly SkillCopy[] {
  const isLabelled = ({ name, path }: { readonly name: string; readonly path?: string }): boolean =>
    name !== subject && path !== undefined && labelOf(path) === subject
  const otherwise = (skill: InspectedSkill, fate = ''): SkillCopy =>
    copyOf(skill, 'called otherwise', `it declares the name ${skill.name}${fate}`)
  return [
    ...inspection.winners.filter(isLabelled).map((skill) => otherwise(skill)),
    ...inspection.shadowed
      .filter(({ skill }) => isLabelled(skill))
      .map(({ skill, shadowedBy }) => otherwise(skill, `, and is shadowed by ${placeOf(shadowedBy)}`)),
    ...inspection.aliases.filter(isLabelled).map((alias) => aliasCopy(alias, inspection)),
  ]
}

/** The answer in one sentence. Pure. */
export function answerFor(subject: string, copies: readonly SkillCopy[], { inspection }: SkillLook): string {
  const [first] = copies
  if (first === undefined) return unknownAnswer(subject, inspection)
  const place = first.rank === undefined ? first.path : `${first.path} (${first.source ?? ''}, rank ${first.rank})`
  switch (first.verdict) {
    case 'loaded':
      return `${first.name ?? subject} is loaded from ${place}.`
    case 'hidden from the model':
      return `${first.name ?? subject} is there, but hidden from the model: only the user can start it. It comes from ${place}.`
    case 'shadowed':
      return `${place} is shadowed ${first.reason ?? ''}.`
    case 'alias':
      return subject.includes('/') || first.name === subject
        ? `${place} is ${first.reason ?? 'an alias'}.`
        : `There is no skill ${subject}; ${place} is ${first.reason ?? 'an alias'}: did you mean ${first.name ?? ''}?`
    case 'broken':
      return `${subject} does not load: ${first.path}: ${first.reason ?? ''}`
    case 'called otherwise':
      return `There is no skill ${subject}; ${place} declares another name: did you mean ${first.name ?? ''}?`
    case 'not found by discovery':
      return `${subject} is not found by discovery: ${first.path}: ${first.reason ?? ''}`
    case 'not searched':
      return `${subject} exists, but is not searched: ${first.path}: ${first.reason ?? ''}`
  }
}

function unknownAnswer(subject: string, { winners, problems, project, complete }: SkillInspection): string {
  const names = winners.map(({ name }) => name)
  const broken = problems.flatMap(({ severity, skill }) => (severity === 'error' && skill !== undefined ? [skill] : []))
  const guess = nearest(subject, [...names, ...broken])
  const fate = guess === undefined || names.includes(guess) ? '' : ', which does not load'
  const next = guess === undefined ? 'dsh skills list shows what there is' : `did you mean ${guess}${fate}?`
  const where = project === undefined ? 'in the folders that are searched' : `for the project ${project.root}`
  const doubt = complete ? '' : ' Something could not be read just now, so ask again.'
  return `There is no skill ${subject} ${where}, nor near them; ${next}${doubt}`
}

/** Name of the folder of a SKILL.md, or of a flat file without `.md`. */
function labelOf(path: string): string {
  const file = basename(path)
  return file.toLowerCase() === 'skill.md' ? basename(dirname(path)) : file.replace(/\.md$/, '')
}

function copyOf(skill: InspectedSkill, verdict: CopyVerdict, reason?: string): SkillCopy {
  const { name, source, rank, path = `provider:${skill.provider}` } = skill
  return { verdict, path, name, source, rank, ...(reason === undefined ? {} : { reason }) }
}

function aliasCopy({ name, path, aliasOf }: SkillAlias, { shadowed }: SkillInspection): SkillCopy {
  const shadow = shadowed.find(({ skill }) => skill.path === aliasOf)?.shadowedBy
  const fate = shadow === undefined ? '' : `, which is shadowed by ${placeOf(shadow)}`
  return { verdict: 'alias', path, name, reason: `the same file as ${aliasOf}${fate}` }
}

/** A copy that is known by what is wrong with it. */
export function problemCopy({ path, line, message, hint, skill }: SkillProblem, verdict: CopyVerdict): SkillCopy {
  const place = line === undefined ? '' : `line ${line}: `
  return { verdict, path, reason: `${place}${message} ${hint}`, ...(skill === undefined ? {} : { name: skill }) }
}

function placeOf({ path, provider, rank }: InspectedSkill): string {
  return `${path ?? `provider:${provider}`} (rank ${rank})`
}

function onePerPath(problems: readonly SkillProblem[]): readonly SkillProblem[] {
  const first = new Map<string, SkillProblem>()
  for (const problem of problems) if (!first.has(problem.path)) first.set(problem.path, problem)
  return [...first.values()]
}
