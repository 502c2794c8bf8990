import { explainAbsence } from './absence.ts'
import { findFence } from './fence.ts'
import { binaryFile } from './file-fault.ts'
import { ProblemList } from './problem-list.ts'
import { readHeader } from './read-header.ts'
import type { Head, HeaderResult, ParseOptions } from './types.ts'
import { viewHead } from './view.ts'

/**
 * Reads the header of a skill file from the start of that file. Never throws, and never looks at the body.
 * `more` asks for a longer head: one of `HEADER_MAX_BYTES`, or the whole file, always gets a verdict.
 */
export function parseHeader(head: Head, options: ParseOptions): HeaderResult {
  const { path, tolerance = 'strict', known } = options
  if (known !== undefined && startsWithKnown(head, known)) return known
  const view = viewHead(head)
  const fence = findFence(view)
  if (fence.kind !== 'found') return explainAbsence(view, fence, { path, invalidByte: head.invalidByte })
  const { at, yamlStart, yamlEnd, bodyStart } = fence
  // Copies: what the parser returns are slices, and through them a skill would keep the whole head in memory.
  const lines = copyOf(view.text.slice(0, bodyStart))
  const headerText = view.text === head.text ? lines : copyOf(head.text.slice(0, bodyStart))
  const problems = new ProblemList(path, lines)
  if (lines.includes('\0')) {
    problems.add('error', binaryFile())
    return { kind: 'refused', headerText, problems: problems.all }
  }
  const source = { text: lines.slice(yamlStart, yamlEnd), offset: yamlStart, openedAt: at }
  const reading = readHeader(source, tolerance, problems)
  return reading.kind === 'header'
    ? { kind: 'header', header: reading.header, headerText, bodyStart, problems: problems.all }
    : { ...reading, headerText, problems: problems.all }
}

function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

/** Whether the header that `known` tells about is still the one at the start of the file. */
function startsWithKnown({ text, isComplete }: Head, known: HeaderResult): boolean {
  const headerText = 'headerText' in known ? known.headerText : undefined
  if (headerText === undefined || !text.startsWith(headerText)) return false
  // A closing line without a line end ended its file, and does so only as long as nothing follows.
  return headerText.endsWith('\n') || (isComplete && text.length === headerText.length)
}
