import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isWithin } from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { findSkills, isSideFile, noteOfNoSkill, readSkill, type Walk, walkFolders } from '@deepseek-ai/dsh-skill-local'
import { realPathOf } from '../real-path.ts'
import { ADVICE_CODES } from './advice.ts'
import { checkFile, type Reading, REPAIRS, verdictOn } from './check-file.ts'
import { type CheckTargets, placeOf, problemOfDepth, rootsAmong, skillEntry, suspectsIn } from './check-targets.ts'
import { type LocalSettings, localFiles, systemFolders } from './look.ts'

/** What `check` says of one file or folder. */
export interface CheckedFile extends Reading {
  /** Whether a session in the working folder has this file as a skill. */
  readonly found: boolean
}

export interface CheckReport {
  /** Skill files that were read. */
  readonly checked: number
  readonly failed: number
  readonly warned: number
  /** The folders that a session in the working folder looks in. */
  readonly searched: readonly string[]
  readonly files: readonly CheckedFile[]
}

/** What `check` found, and the folders among those that were named in which no skill was read. */
export interface CheckResult {
  readonly report: CheckReport
  readonly empty: readonly string[]
}

export interface CheckOptions {
  /** What a session in the working folder finds. */
  readonly inspection: SkillInspection
  /** Absent: the folders that a session looks in. */
  readonly targets: CheckTargets | undefined
  readonly local: LocalSettings
  readonly catalogDescriptionMaxLength: number
  readonly signal: AbortSignal
}

/** Reads each skill file in the folders and each named file with the loader's own parser, and adds advice for the author. */
export async function checkSkills(options: CheckOptions): Promise<CheckResult> {
  const { inspection, targets, local, signal } = options
  const { named, sideFiles, folders } = divide(targets)
  const searched = inspection.roots
  const files = localFiles(local)
  const { tolerance, projectLinks } = local
  const { project } = inspection
  const rule = { projectLinks, boundary: project && realPathOf(project.root) }
  const starts =
    targets === undefined ? searched.filter(({ state }) => state === 'read').map(({ path }) => path) : folders
  const walk = await walkFolders(starts, { files, rule, skipped: systemFolders(searched), signal })
  const roots = targets === undefined ? searched : rootsAmong(walk, folders, searched)
  const look = { files, search: { problems: [], ...(project && { project }) }, tolerance, projectLinks, signal }
  const found = await findSkills({ ...look, roots })
  const entries = new Set([...named, ...named.map(skillEntry)])
  const around = searched.filter(({ path }) => named.some((file) => dirname(skillEntry(file)) === path))
  const aside = await findSkills({ ...look, roots: around })
  const problems = [
    ...(found.problems ?? []),
    ...(aside.problems ?? []).filter(({ path }) => entries.has(path)),
    ...walk.problems.map(withLimitAsError),
  ]
  const refused = new Set(problems.filter(({ code }) => LINK_REFUSALS.has(code)).map(({ path }) => path))
  const candidates = found.candidates.map(({ path = '' }) => path)
  const walked = walk.folders.filter(({ hasSkillFile }) => hasSkillFile).map(({ path }) => join(path, 'SKILL.md'))
  const readings = new Map<string, Reading>()
  const known = { ...options, named }
  const read = new Set(named.map(realPathOf))
  for (const path of named) readings.set(path, await checkFile(path, known))
  for (const path of [...candidates, ...walked]) {
    const realPath = realPathOf(path)
    if (read.has(realPath) || refused.has(path)) continue
    read.add(realPath)
    readings.set(path, await checkFile(path, known))
  }
  for (const [path, reading] of readings) {
    const depth = await problemOfPlace(path, reading, options)
    if (depth !== undefined) addProblem(readings, depth)
  }
  const misplaced = await readSuspects(readings, { walk, roots: new Set(roots.map(({ path }) => path)), read }, known)
  const isKept = ({ path, severity }: SkillProblem): boolean => severity === 'error' || !misplaced.has(path)
  for (const problem of [...problems.filter(isKept), ...sideFiles.map(noteOfSideFile)]) addProblem(readings, problem)
  for (const note of notesOfEmpty(walk, roots, [...readings.keys()], searched)) addProblem(readings, note)
  return reportOf(readings, options)
}

/** Sets apart the named files that no reader takes for a skill. */
function divide({ named, folders }: CheckTargets = { named: [], folders: [] }) {
  const isSide = (path: string): boolean => isSideFile({ name: basename(path), kind: 'file' })
  return { named: named.filter((path) => !isSide(path)), sideFiles: named.filter(isSide), folders }
}

function noteOfSideFile(path: string): SkillProblem {
  const message = 'A program left the file beside another one: no reader takes it for a skill.'
  return { code: 'side-file', severity: 'note', message, path, hint: 'Nothing to do: it is passed over.' }
}

const LINK_REFUSALS: ReadonlySet<string> = new Set(['link-outside-project', 'links-unchecked'])

/** What was not looked at was not checked. */
function withLimitAsError(problem: SkillProblem): SkillProblem {
  return problem.code === 'look-limit' ? { ...problem, severity: 'error' } : problem
}

function addProblem(readings: Map<string, Reading>, problem: SkillProblem): void {
  const known = readings.get(problem.path)
  if (known?.problems.some(({ code, line }) => code === problem.code && line === problem.line)) return
  const problems = [...(known?.problems ?? []), problem]
  const skill = known?.skill ?? problem.skill
  const { path } = problem
  readings.set(path, { path, ...(skill !== undefined && { skill }), problems, verdict: verdictOn(problems) })
}

/** Says so where a skill lies too deep in a folder of skills, unless it belongs to a skill above that names it. */
async function problemOfPlace(
  path: string,
  { skill, problems }: Reading,
  { inspection, local, signal }: CheckOptions,
): Promise<SkillProblem | undefined> {
  const folder = dirname(path)
  const place = placeOf(folder, inspection.roots)
  const isFlat = basename(path) !== 'SKILL.md'
  if (place === undefined || place.steps.length < (isFlat ? 1 : 2)) return undefined
  if (isFlat && (skill === undefined || problems.some(({ code }) => code === 'file-misnamed'))) return undefined
  const tolerance = local.tolerance
  for (
    let above = isFlat ? folder : dirname(folder);
    above !== place.root && isWithin(above, place.root);
    above = dirname(above)
  ) {
    const file = join(above, 'SKILL.md')
    if (!existsSync(file)) continue
    if (isFlat) return undefined
    const outer = await readSkill(localFiles(local), file, { tolerance, signal })
    const text = outer.kind === 'parsed' && outer.result.kind === 'skill' ? outer.result.content : ''
    if (text.includes(relative(above, path))) return undefined
  }
  return problemOfDepth(path, place.root)(skill ?? basename(folder))
}

/** Reads what may be meant as a skill, though its name or place keeps it from everyone. Returns the paths that are. */
async function readSuspects(
  readings: Map<string, Reading>,
  { walk, roots, read }: { readonly walk: Walk; readonly roots: ReadonlySet<string>; readonly read: Set<string> },
  known: CheckOptions & { readonly named: readonly string[] },
): Promise<ReadonlySet<string>> {
  const misplaced = new Set<string>()
  for (const folder of walk.folders) {
    if (folder.documents.length === 0) continue
    const place = placeOf(folder.path, known.inspection.roots)
    const isFlatRoot = roots.has(folder.path) && !isOneSkill(folder, place !== undefined, [...readings.keys()])
    for (const { path, isCertain, label, problem } of suspectsIn(folder, place, isFlatRoot)) {
      const realPath = realPathOf(path)
      if (known.named.includes(path) || (read.has(realPath) && !readings.has(path))) continue
      read.add(realPath)
      const reading = await checkFile(path, known, label)
      const isSkill = reading.skill !== undefined && !reading.problems.some(isOfHeader)
      if (!isCertain && !isSkill) continue
      misplaced.add(path)
      readings.set(path, reading)
      if (problem !== undefined) addProblem(readings, problem(reading.skill ?? basename(folder.path)))
    }
  }
  return misplaced
}

/** Whether a problem keeps the file from being a skill at all. */
function isOfHeader({ code, severity }: SkillProblem): boolean {
  return severity === 'error' && !ADVICE_CODES.some((advice) => advice === code)
}

/** Whether a named folder is that of one skill, with its `SKILL.md` in other letters. Pure. */
function isOneSkill({ path, documents }: Walk['folders'][number], isPlaced: boolean, read: readonly string[]): boolean {
  if (isPlaced || !documents.some((name) => name.toLowerCase() === 'skill.md')) return false
  return read.every(
    (file) => !isWithin(file, path) || (basename(file).toLowerCase() === 'skill.md' && dirname(file) === path),
  )
}

/** Notes the folders directly in a folder of skills that hold none. Pure. */
function notesOfEmpty(
  { folders }: Walk,
  roots: readonly { readonly path: string }[],
  read: readonly string[],
  searched: SkillInspection['roots'],
): readonly SkillProblem[] {
  const parents = new Set(roots.map(({ path }) => path).filter((path) => placeOf(path, searched) !== undefined))
  const held = new Set<string>()
  for (const file of read) {
    for (let folder = file; !held.has(folder); folder = dirname(folder)) held.add(folder)
  }
  return folders
    .filter(({ path }) => parents.has(dirname(path)) && !held.has(path))
    .map(({ path }) => noteOfNoSkill(path))
}

function reportOf(readings: ReadonlyMap<string, Reading>, { inspection, targets }: CheckOptions): CheckResult {
  const { winners, roots } = inspection
  const won = new Set(winners.flatMap(({ path }) => (path === undefined ? [] : [realPathOf(path)])))
  const files = [...readings.values()]
    .map((reading) => ({ ...withRepairsAsErrors(reading), found: won.has(realPathOf(reading.path)) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const count = (verdict: Reading['verdict']): number => files.filter((file) => file.verdict === verdict).length
  const isRead = ({ verdict, skill, problems }: CheckedFile): boolean =>
    verdict === 'failed' || (skill !== undefined && !problems.some(({ code }) => NO_FILE.has(code)))
  const read = files.filter(isRead)
  const searched = roots.filter(({ state }) => state !== 'same').map(({ path }) => path)
  const report = { checked: read.length, failed: count('failed'), warned: count('warned'), searched, files }
  const paths = read.map(({ path }) => [path, realPathOf(path)] as const)
  const holds = (folder: string, realFolder = realPathOf(folder)): boolean =>
    paths.some(([path, realPath]) => isWithin(path, folder) || isWithin(realPath, realFolder))
  if (read.length > 0) return { report, empty: (targets?.folders ?? []).filter((folder) => !holds(folder)) }
  return { report, empty: targets === undefined ? searched : [...targets.folders, ...targets.named] }
}

/** Codes of what stands for no file that was read. */
const NO_FILE: ReadonlySet<string> = new Set(['no-skill-file'])

/** A line that fails the check says so, and why. */
function withRepairsAsErrors(file: Reading): Reading {
  const raise = (problem: SkillProblem): SkillProblem => {
    if (problem.severity === 'error' || !REPAIRS.has(problem.code)) return problem
    const message = `${problem.message} The header loads only where it is repaired, so the check fails.`
    return { ...problem, severity: 'error', message }
  }
  return { ...file, problems: file.problems.map(raise) }
}
