import type { FileHead } from '@deepseek-ai/dsh-fs'
import {
  FILE_MAX_BYTES,
  parseSkill,
  type HeaderResult,
  type SkillResult,
  type Tolerance,
} from '@deepseek-ai/dsh-skill-format'
import { faultOf, problemOfError } from './file-faults.ts'
import { digestOf } from './header-digest.ts'
import type { SkillFiles } from './files.ts'
import type { LocalProblem } from './problems.ts'

export interface ReadSkillOptions {
  readonly tolerance: Tolerance
  /** What was read of the header before; spares the parser as long as the header is the same. */
  readonly known?: HeaderResult
  readonly signal?: AbortSignal | undefined
}

/** What became of one file. */
export type SkillReading =
  | { readonly kind: 'parsed'; readonly result: SkillResult; readonly file: FileHead }
  | { readonly kind: 'failed'; readonly isGone: boolean; readonly problem: LocalProblem; readonly error: Error }

/** Reads one whole skill file, as it is now, with the parser that every reader uses. Rejects on abort only. */
export async function readSkill(files: SkillFiles, path: string, options: ReadSkillOptions): Promise<SkillReading> {
  const { tolerance, known, signal } = options
  const [answer] = await files.readHeads([path], { maxBytes: FILE_MAX_BYTES, signal })
  if (answer === undefined || answer === 'unchanged') throw new Error(`No answer from the file service: ${path}`)
  if (answer instanceof Error) {
    const fault = faultOf(answer)
    const isGone = fault === 'gone' || fault === 'dangling'
    return { kind: 'failed', isGone, problem: problemOfError(answer, path), error: answer }
  }
  return {
    kind: 'parsed',
    file: answer,
    result: parseSkill(answer, { path, tolerance, digest: digestOf, ...(known && { known }) }),
  }
}
