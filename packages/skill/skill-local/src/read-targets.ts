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

const STARVED: Reading = { kind: 'starved' }

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
 * Reads and parses the headers of `targets`, in slices of `SLICE_MS`, and hands a reading of each to `take`, in their
 * order. What is remembered and unchanged is not parsed, and not even read where its stamp tells. When too many files
 * are open it stops reading: the next one could not be read either. Rejects on abort only.
 */
export async function readTargets(
  targets: readonly Target[],
  options: ReadOptions,
  take: (target: Target, reading: Reading) => void,
): Promise<void> {
  let isStarved = false
  for (let start = 0; start < targets.length; start += FILES_PER_CALL) {
    const batch = targets.slice(start, start + FILES_PER_CALL)
    const readings: readonly Reading[] = isStarved ? [] : await readBatch(batch, options)
    for (const [index, target] of batch.entries()) {
      const reading = readings[index] ?? STARVED
      take(target, reading)
      isStarved ||= reading.kind === 'starved'
    }
  }
}

/** A header that does not end in what was read at first is read once more. */
async function readBatch(batch: readonly Target[], options: ReadOptions): Promise<readonly Reading[]> {
  const readings = await readHeaders(batch, HEAD_BYTES, options)
  const long = batch.filter((_, index) => readings[index] === 'more')
  const rest = long.length === 0 ? [] : await readHeaders(long, HEADER_MAX_BYTES, options)
  let next = 0
  return readings.map((first) => {
    const reading = first === 'more' ? rest[next++] : first
    return reading === undefined || reading === 'more' ? failed('gave too little of this file') : reading
  })
}

async function readHeaders(
  targets: readonly Target[],
  maxBytes: number,
  options: ReadOptions,
): Promise<readonly (Reading | 'more')[]> {
  const { files, memory, signal, now } = options
  const before = targets.map((target) => memory.get(target))
  const known = before.map((head) => head?.stampKey)
  const readAtMs = now()
  const answers = await files.readHeads(
    targets.map(({ path }) => path),
    { maxBytes, known, signal },
  )
  const readings: (Reading | 'more')[] = []
  for (const [index, target] of targets.entries()) {
    if (isSliceUsedUp()) await nextTurn(signal)
    readings.push(readingOf(target, answers[index], { before: before[index], readAtMs }, options))
  }
  return readings
}

interface ReadContext {
  readonly before: RememberedHead | undefined
  readonly readAtMs: number
}

function readingOf(
  target: Target,
  answer: HeadAnswer | undefined,
  context: ReadContext,
  options: ReadOptions,
): Reading | 'more' {
  const { before } = context
  if (answer === 'unchanged' && before !== undefined) {
    return { kind: 'read', realPath: target.realPath, remembered: before }
  }
  if (answer === undefined || answer === 'unchanged') return failed('gave no answer for this file')
  if (answer instanceof Error) return isOutOfDescriptors(answer) ? STARVED : { kind: 'failed', error: answer }
  return parse(target, answer, context, options)
}

function failed(what: string): Reading {
  return { kind: 'failed', error: new Error(`The file service ${what}.`) }
}

function parse(target: Target, head: FileHead, context: ReadContext, options: ReadOptions): Reading | 'more' {
  const { tolerance, memory } = options
  const { before, readAtMs } = context
  const parseOptions = { path: target.path, tolerance, digest: digestOf, ...(before && { known: before.verdict }) }
  const verdict = head.size > FILE_MAX_BYTES ? refuseTooLarge(head, parseOptions) : parseHeader(head, parseOptions)
  if (verdict.kind === 'more') return 'more'
  const remembered = rememberHead(verdict, { stamp: head.stamp, readAtMs, before })
  memory.set(target, remembered)
  return { kind: 'read', realPath: head.realPath ?? target.realPath, remembered }
}

/** The verdict that loading the file would give. */
function refuseTooLarge(head: FileHead, options: ParseOptions): HeaderResult {
  const verdict = parseSkill({ text: head.text, isComplete: false }, options)
  return verdict.kind === 'skill' ? { kind: 'refused', problems: verdict.problems } : verdict
}
