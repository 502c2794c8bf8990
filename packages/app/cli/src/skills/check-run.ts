import { closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode, findSimilarPath, LocalFileService } from '@deepseek-ai/dsh-fs'
import type { SkillProblem, SkillProject } from '@deepseek-ai/dsh-skill'
import { noteOtherFolderName } from '@deepseek-ai/dsh-skill-format'
import { findNearMisses, findSkills, readSkill } from '@deepseek-ai/dsh-skill-local'
import { normaliseDescription } from '@deepseek-ai/dsh-tool-skill/text'
import { realPathOf } from '../real-path.ts'
import { adviseAuthor, type FileFacts } from './advice.ts'
import { type CheckTargets, skillEntry } from './check-targets.ts'
import { findMisnamed, isMisnamed, misnamedFolders, problemOfName } from './misnamed.ts'
import { type LocalSettings, localFiles } from './look.ts'

/** What `check` says of one file or folder. */
export interface CheckedFile {
  readonly path: string
  /** As declared; absent where nothing tells. */
  readonly skill?: string
  readonly verdict: 'ok' | 'warned' | 'failed'
  readonly problems: readonly SkillProblem[]
}

export interface CheckReport {
  /** Skill files that were read. */
  readonly checked: number
  readonly failed: number
  readonly warned: number
  readonly files: readonly CheckedFile[]
}

/** What `check` found, and the folders among those that were named in which no skill was read. */
export interface CheckResult {
  readonly report: CheckReport
  readonly empty: readonly string[]
}

export interface CheckOptions extends CheckTargets {
  /** What project the roots belong to, if any. */
  readonly project: SkillProject | undefined
  readonly local: LocalSettings
  readonly catalogDescriptionMaxLength: number
  readonly signal: AbortSignal
}

/** A repaired header loads in `dsh`, but not where the default holds, so it fails the check, also with these as warnings. */
const REPAIRS: ReadonlySet<string> = new Set([
  'header-not-map',
  'key-dropped',
  'key-duplicate',
  'key-repaired',
  'yaml-alias',
  'yaml-syntax',
])

/** Reads every skill in `roots` and each named file with the loader's own parser, and what an author should know besides. */
export async function checkSkills(options: CheckOptions): Promise<CheckResult> {
  const { roots, named, around, folders, project, local, signal } = options
  const files = localFiles(local)
  const { tolerance, projectLinks } = local
  const search = { problems: [], ...(project && { project }) }
  const look = { files, search, tolerance, projectLinks, signal }
  const found = await findSkills({ ...look, roots })
  const aside = await findSkills({ ...look, roots: around })
  const entries = new Set([...named, ...named.map(skillEntry)])
  const problemsAside = (aside.problems ?? []).filter(({ path }) => entries.has(path))
  const candidates = found.candidates.map(({ path = '' }) => path)
  const misnamed = misnamedFolders(folders, candidates)
  const isMisread = (path: string): boolean => misnamed.has(dirname(path))
  const problemsFound = (found.problems ?? []).filter(({ path, severity }) => severity === 'error' || !isMisread(path))
  const nearMisses = [
    ...(await findNearMisses(
      roots.filter(({ path }) => !misnamed.has(path)),
      { files, signal },
    )),
    ...(await findMisnamed(misnamed, { files, signal })),
  ]
  const paths = new Set([...candidates.filter((path) => !isMisread(path)), ...named])
  const readings: CheckedFile[] = []
  for (const path of paths) readings.push(await checkFile(path, options))
  const seen = new Map(readings.map((file) => [file.path, file]))
  for (const problem of [...problemsFound, ...problemsAside, ...nearMisses]) {
    const known = seen.get(problem.path)
    if (known?.problems.some(({ code, line }) => code === problem.code && line === problem.line)) continue
    const problems = [...(known?.problems ?? []), problem]
    seen.set(problem.path, {
      ...withName(problem.path, known?.skill ?? problem.skill),
      problems,
      verdict: verdictOn(problems),
    })
  }
  const checked = [...seen.values()].map(withRepairsAsErrors).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const count = (verdict: CheckedFile['verdict']): number => checked.filter((file) => file.verdict === verdict).length
  const isRead = ({ path, verdict }: CheckedFile): boolean => paths.has(path) || verdict === 'failed'
  const read = checked.filter(isRead)
  const report = { checked: read.length, failed: count('failed'), warned: count('warned'), files: checked }
  return { report, empty: emptyAmong(folders, read) }
}

/** The folders that hold none of the files, by their real paths: one that is reached twice is read once. */
function emptyAmong(folders: CheckTargets['folders'], files: readonly CheckedFile[]): readonly string[] {
  const holders = new Set(
    files.flatMap(({ path }) => [path, skillEntry(path), dirname(skillEntry(path))]).map(realPathOf),
  )
  return folders.filter(({ roots }) => !roots.some((root) => holders.has(realPathOf(root)))).map(({ path }) => path)
}

async function checkFile(path: string, options: CheckOptions): Promise<CheckedFile> {
  const { local, signal } = options
  const reading = await readSkill(localFiles(local), path, { tolerance: local.tolerance, signal })
  if (reading.kind === 'failed') return { path, verdict: 'failed', problems: [reading.problem] }
  const { result, file } = reading
  if (result.kind !== 'skill') {
    const problems = result.problems
    return { ...withName(path, result.kind === 'refused' ? result.name : undefined), verdict: 'failed', problems }
  }
  const { header, content } = result
  const advice = await adviseAuthor({
    path,
    header,
    content,
    contentLine: lineOf(file.text, content),
    catalogDescriptionMaxLength: options.catalogDescriptionMaxLength,
    catalogDescription: normaliseDescription(header.description),
    fileAt: (reference) => fileFacts(join(dirname(path), reference), signal),
  })
  const note = noteOtherFolderName(header.name, basename(skillEntry(path)).replace(/\.md$/, ''), path)
  const isOff = options.named.includes(path) && isMisnamed(path, options.around)
  const place = isOff ? problemOfName(path, header.name) : note
  const problems = [...result.problems, ...(place ? [place] : []), ...advice]
  return { path, skill: header.name, verdict: verdictOn(problems), problems }
}

function verdictOn(problems: readonly SkillProblem[]): CheckedFile['verdict'] {
  if (problems.some(({ code, severity }) => severity === 'error' || REPAIRS.has(code))) return 'failed'
  return problems.some(({ severity }) => severity === 'warning') ? 'warned' : 'ok'
}

/** A line that fails the check says so, and why. */
function withRepairsAsErrors(file: CheckedFile): CheckedFile {
  const raise = (problem: SkillProblem): SkillProblem => {
    if (problem.severity === 'error' || !REPAIRS.has(problem.code)) return problem
    const message = `${problem.message} The header loads only where it is repaired, so the check fails.`
    return { ...problem, severity: 'error', message }
  }
  return { ...file, problems: file.problems.map(raise) }
}

function withName(path: string, skill: string | undefined): { path: string; skill?: string } {
  return skill === undefined ? { path } : { path, skill }
}

const FIRST_LINE_MAX_BYTES = 256
const FILES = new LocalFileService()

/** What is at a path, or at the one that it means; `undefined` where nothing is. */
async function fileFacts(path: string, signal: AbortSignal): Promise<FileFacts | undefined> {
  const found = await findSimilarPath(FILES, path, { signal })
  const isThere = existsSync(found)
  try {
    const stats = statSync(found)
    return {
      isExecutable: (stats.mode & 0o111) !== 0,
      interpreterLine: stats.isFile() ? interpreterLine(found) : undefined,
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return isThere ? { isExecutable: true, interpreterLine: undefined } : undefined // There, and not ours to read.
  }
}

function interpreterLine(path: string): string | undefined {
  const buffer = Buffer.alloc(FIRST_LINE_MAX_BYTES)
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const start = buffer.toString('latin1', 0, readSync(descriptor, buffer))
    return start.startsWith('#!') ? start.split('\n', 1)[0] : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** The line that `content` begins on: it is the end of the file, but for blank lines. */
function lineOf(text: string, content: string): number {
  const start = text.lastIndexOf(content)
  return text.slice(0, start).split(/\r\n|\r|\n/).length
}
