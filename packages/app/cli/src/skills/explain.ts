import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { readSkill } from '@deepseek-ai/dsh-skill-local'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { UsageError } from '../usage-error.ts'
import { skillEntry } from './check-targets.ts'
import { explainText } from './explain-text.ts'
import { answerFor, type Explanation, findCopies, problemCopy, type SkillCopy } from './explanation.ts'
import type { Settings } from '../settings/load.ts'
import { localFiles, lookEverywhere, type LookOptions, type SkillLook } from './look.ts'
import { viewForModel } from './model-view.ts'
import { pathKind } from './path-kind.ts'
import { withSkills } from './with-skills.ts'

/**
 * `dsh skills explain NAME-OR-PATH`: which copy counts, and why the others do not. Exits with 0 when the skill can be
 * loaded, by the model or by the user; of a file, when that very file is what is loaded under its name.
 */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const [operand = ''] = invocation.operands
  if (operand.trim() === '') throw new UsageError('the name is empty', 'name a skill, or a file that exists')
  return withSkills(invocation, io, async (ctx, cwd, settings) => {
    const subject = subjectOf(operand, cwd)
    const { local, tool } = settings.skills
    const options = { cwd, local, tool, signal: io.signal }
    const explanation = await explain(ctx, subject, await lookEverywhere(ctx, cwd, options), options)
    const isJson = invocation.options['json'] === true
    io.stdout.write(isJson ? `${JSON.stringify(explanation, undefined, 2)}\n` : explainText(explanation))
    return explanation.loads ? EXIT.ok : EXIT.failed
  })
}

/** A name as it is; what looks like a path, as the absolute path of a file, or of a folder without a SKILL.md. */
function subjectOf(operand: string, cwd: string): string {
  const isPath = operand.includes('/') || operand === '.' || operand === '..' || operand.endsWith('.md')
  if (!isPath) return operand
  const path = resolve(cwd, operand)
  const kind = pathKind(path)
  if (kind === 'missing') throw new UsageError(`no such file: ${path}`, 'name a skill, or a file that exists')
  if (kind === 'file') return path
  const file = join(path, 'SKILL.md')
  return pathKind(file) === 'file' ? file : path
}

interface ExplainOptions extends LookOptions {
  readonly cwd: string
  readonly tool: Settings['skills']['tool']
}

async function explain(ctx: Context, subject: string, look: SkillLook, options: ExplainOptions): Promise<Explanation> {
  const { inspection } = look
  const found = findCopies(subject, look, await findGivenNames(look, options))
  const unseen = found.length === 0 ? unseenFile(subject, inspection.roots) : undefined
  const stray = unseen === undefined ? undefined : await explainStray(unseen, inspection.roots, options)
  const copies = stray?.copies ?? found
  const aliased = inspection.aliases.find(({ path }) => path === subject)?.aliasOf
  const winner = inspection.winners.find(
    ({ name, path }) => name === subject || (path !== undefined && (path === subject || path === aliased)),
  )
  const paths = new Set(copies.map(({ path }) => path))
  const isAbout = ({ path, skill }: SkillProblem): boolean => paths.has(path) || skill === subject
  const known = [...inspection.problems, ...look.nearMisses, ...look.unsearched].filter(isAbout)
  const bodies = winner?.path === undefined ? [] : await problemsOfFile(winner.path, winner.name, options)
  const model = winner && (await viewForModel(ctx, winner, options))
  return {
    subject,
    answer:
      model?.fault === undefined
        ? answerFor(subject, copies, look)
        : `${subject} is listed, but does not load: ${model.fault}`,
    loads: model !== undefined && model.fault === undefined,
    ...(model && { model }),
    copies,
    problems: stray?.problems ?? [...known, ...bodies.filter((body) => !known.some((other) => isSame(body, other)))],
    project: inspection.project,
    roots: inspection.roots,
    complete: inspection.complete,
  }
}

/** The names that are not valid, as their files give them, by path. */
async function findGivenNames(
  { inspection, nearMisses }: SkillLook,
  { local, signal }: LookOptions,
): Promise<ReadonlyMap<string, string>> {
  const isOfName = ({ code }: SkillProblem): boolean => code === 'name-invalid' || code === 'field-type'
  const names = new Map<string, string>()
  for (const path of new Set([...inspection.problems.filter(isOfName), ...nearMisses].map((problem) => problem.path))) {
    const reading = await readSkill(localFiles(local), path, { tolerance: local.tolerance, signal })
    const result = reading.kind === 'parsed' ? reading.result : undefined
    if (result?.kind === 'refused' && result.givenName !== undefined) names.set(path, result.givenName)
  }
  return names
}

/**
 * A file that no lookup tells of: the one at that path, or a document of that name in a folder of skills. Throws
 * `UsageError` for a folder.
 */
function unseenFile(subject: string, roots: SkillInspection['roots']): string | undefined {
  if (subject.includes('/')) {
    if (pathKind(subject) === 'file') return subject
    throw new UsageError(
      `no SKILL.md in ${subject}`,
      `name a skill or a file; for a folder of skills: dsh skills check ${subject}`,
    )
  }
  return roots.map(({ path }) => join(path, `${subject}.md`)).find((path) => existsSync(path))
}

/** What the parser says of such a file, and that it lies elsewhere if it does. */
async function explainStray(
  path: string,
  roots: SkillInspection['roots'],
  { local, signal }: LookOptions,
): Promise<{ readonly copies: readonly SkillCopy[]; readonly problems: readonly SkillProblem[] }> {
  const reading = await readSkill(localFiles(local), path, { tolerance: local.tolerance, signal })
  const problems = reading.kind === 'failed' ? [reading.problem] : reading.result.problems
  const header = reading.kind === 'parsed' && reading.result.kind === 'skill' ? reading.result.header : undefined
  const [fault] = problems
  // A flat document is no fault, so lookups pass it over without a word.
  const isSearched = path.endsWith('.md') && roots.some((root) => root.path === dirname(skillEntry(path)))
  if (header === undefined && fault !== undefined && isSearched)
    return { copies: [problemCopy(fault, 'not found by discovery')], problems }
  const where = 'it does not lie directly in a folder of skills that is searched, as NAME/SKILL.md or NAME.md'
  const reason = header
    ? `${where}; there it would be the skill ${header.name}`
    : `${where}, and it is no skill: see below`
  return { copies: [{ verdict: 'not searched', path, name: header?.name ?? basename(path), reason }], problems }
}

/** Of the header and of the text below it. */
async function problemsOfFile(
  path: string,
  skill: string,
  { local, signal }: LookOptions,
): Promise<readonly SkillProblem[]> {
  const reading = await readSkill(localFiles(local), path, { tolerance: local.tolerance, signal })
  const problems = reading.kind === 'failed' ? [reading.problem] : reading.result.problems
  return problems.map((problem) => ({ ...problem, skill }))
}

function isSame(one: SkillProblem, other: SkillProblem): boolean {
  return one.code === other.code && one.path === other.path && one.line === other.line
}
