import { closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode, findSimilarPath, LocalFileService } from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { noteOtherFolderName } from '@deepseek-ai/dsh-skill-format'
import { readSkill } from '@deepseek-ai/dsh-skill-local'
import { normaliseDescription } from '@deepseek-ai/dsh-tool-skill/text'
import { adviseAuthor, type FileFacts } from './advice.ts'
import { isMisnamed, problemOfName, skillEntry } from './check-targets.ts'
import { type LocalSettings, localFiles } from './look.ts'

/** What one file or folder is, and what is wrong with it. */
export interface Reading {
  readonly path: string
  /** As declared; absent where nothing tells. */
  readonly skill?: string
  readonly verdict: 'ok' | 'warned' | 'failed'
  readonly problems: readonly SkillProblem[]
}

interface FileOptions {
  readonly inspection: SkillInspection
  /** Files that were named one by one. */
  readonly named: readonly string[]
  readonly local: LocalSettings
  readonly catalogDescriptionMaxLength: number
  readonly signal: AbortSignal
}

/** A repaired header loads in `dsh`, but not where the default holds, so it fails the check, also with these as warnings. */
export const REPAIRS: ReadonlySet<string> = new Set([
  'header-not-map',
  'key-dropped',
  'key-duplicate',
  'key-repaired',
  'yaml-alias',
  'yaml-syntax',
])

/** Reads one file as the loader does. `label`: what a skill is called here; by default its folder, or the flat file. */
export async function checkFile(
  path: string,
  options: FileOptions,
  label = basename(skillEntry(path)).replace(/\.md$/, ''),
): Promise<Reading> {
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
  const note = noteOtherFolderName(header.name, label, path)
  const isInRoot = options.inspection.roots.some((root) => root.path === dirname(path))
  const isOff = options.named.includes(path) && isMisnamed(path, isInRoot)
  const place = isOff ? problemOfName(path)(header.name) : note
  const problems = [...result.problems, ...(place ? [place] : []), ...advice]
  return { path, skill: header.name, verdict: verdictOn(problems), problems }
}

/** Pure. */
export function verdictOn(problems: readonly SkillProblem[]): Reading['verdict'] {
  if (problems.some(({ code, severity }) => severity === 'error' || REPAIRS.has(code))) return 'failed'
  return problems.some(({ severity }) => severity === 'warning') ? 'warned' : 'ok'
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
