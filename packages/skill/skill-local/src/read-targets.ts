import { isOutOfDescriptors, isSliceUsedUp, nextTurn, type FileHead, type HeadAnswer } from '@deepseek-ai/dsh-fs'
import {
  FILE_MAX_BYTES,
  HEADER_MAX_BYTES,
  parseHeader,
  parseSkill,
  type HeaderResult,
  type ParseOptions,
  type Tolerance,
} from '@deepseek-ai/dsh-skill-format'
import type { SkillFiles } from './files.ts'
import { digestOf } from './header-digest.ts'
import { rememberHead, type HeadMemory, type RememberedHead } from './head-memory.ts'
import type { Target } from './targets.ts'

/** How much of a file is read at first, in bytes; nearly every header ends in it. */
export const HEAD_BYTES = 4096

/** How many files go into one call: enough to make a call worth it, few enough to keep little text at a time. */
export const FILES_PER_CALL = 32

/** What came of one target. */
export type Reading =
  | { readonly kind: 'read'; readonly remembered: RememberedHead; readonly realPath: string }
  | { readonly kind: 'failed'; readonly error: Error }
  /** Not tried: too many files were open. */
  | { readonly kind: 'starved' }

export interface ReadOptions {
  readonly files: SkillFiles
  /** What the last look read of these files. */
  readonly memory: HeadMemory
  readonly tolerance: Tolerance
  readonly signal: AbortSignal | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Reads and parses the headers of `targets`, in slices of `SLICE_MS`; one reading for each, in their order. What is
 * remembered and unchanged is not parsed, and not even read where its stamp tells. Rejects on abort only.
 */
export async function readTargets(targets: readonly Target[], options: ReadOptions): Promise<readonly Reading[]> {
  const reader = new TargetReader(options)
  await reader.read(targets, HEAD_BYTES)
  await reader.read(reader.longTargets, HEADER_MAX_BYTES)
  return targets.map((target) => reader.readings.get(target) ?? { kind: 'starved' })
}

class TargetReader {
  readonly readings = new Map<Target, Reading>()
  /** Those whose header does not end in what was read at first. */
  readonly longTargets: Target[] = []
  private readonly options: ReadOptions

  constructor(options: ReadOptions) {
    this.options = options
  }

  /** Stops when too many files are open: the next one could not be read either. */
  async read(targets: readonly Target[], maxBytes: number): Promise<void> {
    const { files, memory, signal, now } = this.options
    for (let start = 0; start < targets.length; start += FILES_PER_CALL) {
      const batch = targets.slice(start, start + FILES_PER_CALL)
      const paths = batch.map((target) => target.path)
      const remembered = batch.map((target) => memory.get(target))
      const known = remembered.map((head) => head?.stampKey)
      const askedAtMs = now()
      const answers = await files.readHeads(paths, { maxBytes, known, signal })
      for (const [index, target] of batch.entries()) {
        if (isSliceUsedUp()) await nextTurn(signal)
        this.take(target, answers[index], remembered[index], askedAtMs)
      }
      if (answers.some(isOutOfDescriptors)) return
    }
  }

  private take(
    target: Target,
    answer: HeadAnswer | undefined,
    remembered: RememberedHead | undefined,
    askedAtMs: number,
  ): void {
    if (answer === 'unchanged' && remembered !== undefined) {
      this.readings.set(target, { kind: 'read', realPath: target.realPath, remembered })
    } else if (answer === undefined || answer === 'unchanged') {
      this.readings.set(target, { kind: 'failed', error: new Error('The file service gave no answer for this file.') })
    } else if (!(answer instanceof Error)) {
      this.parse(target, answer, remembered, askedAtMs)
    } else if (!isOutOfDescriptors(answer)) {
      this.readings.set(target, { kind: 'failed', error: answer })
    }
  }

  private parse(target: Target, head: FileHead, before: RememberedHead | undefined, readAtMs: number): void {
    const { tolerance } = this.options
    const options = { path: target.path, tolerance, digest: digestOf, ...(before && { known: before.verdict }) }
    const result = head.size > FILE_MAX_BYTES ? refuseTooLarge(head, options) : parseHeader(head, options)
    if (result.kind === 'more') {
      this.longTargets.push(target)
      return
    }
    const remembered = rememberHead(result, { stamp: head.stamp, readAtMs, before })
    this.options.memory.set(target, remembered)
    this.readings.set(target, { kind: 'read', realPath: head.realPath ?? target.realPath, remembered })
  }
}

/** The verdict that loading the file would give. */
function refuseTooLarge(head: FileHead, options: ParseOptions): HeaderResult {
  const verdict = parseSkill({ text: head.text, isComplete: false }, options)
  return verdict.kind === 'skill' ? { kind: 'refused', problems: verdict.problems } : verdict
}
