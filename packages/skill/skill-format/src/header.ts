import { explainAbsence } from './absence.ts'
import { findFence } from './fence.ts'
import { binaryFile } from './file-fault.ts'
import { markOf, startsWithKnown } from './known-header.ts'
import { ProblemList } from './problem-list.ts'
import { readHeader } from './read-header.ts'
import type { Head, HeaderResult, ParseOptions } from './types.ts'
import { viewHead } from './view.ts'

/**
 * Reads the header of a skill file from the start of that file. Never throws, and never looks at the body.
 * `more` asks for a longer head: one of `HEADER_MAX_BYTES`, or the whole file, always gets a verdict.
 */
export function parseHeader(head: Head, options: ParseOptions): HeaderResult {
  const { path, tolerance = 'strict', known, digest } = options
  if (known !== undefined && startsWithKnown(head, known, digest)) return known
  const view = viewHead(head)
  const fence = findFence(view)
  if (fence.kind !== 'found') return explainAbsence(view, fence, { path, invalidByte: head.invalidByte })
  const { at, yamlStart, yamlEnd, bodyStart } = fence
  const lines = view.text.slice(0, bodyStart)
  const headerMark = markOf(view.text === head.text ? lines : head.text.slice(0, bodyStart), digest)
  const problems = new ProblemList(path, lines)
  if (lines.includes('\0')) {
    problems.add('error', binaryFile())
    return { kind: 'refused', headerMark, bodyStart, problems: problems.all }
  }
  const source = { text: lines.slice(yamlStart, yamlEnd), offset: yamlStart, openedAt: at }
  const reading = readHeader(source, tolerance, problems)
  return reading.kind === 'header'
    ? { kind: 'header', header: reading.header, headerMark, bodyStart, problems: problems.all }
    : { ...reading, headerMark, bodyStart, problems: problems.all }
}
