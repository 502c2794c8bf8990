import { Buffer } from 'node:buffer'
import type { FileService } from '@deepseek-ai/dsh-fs'
import { MAX_FILE_BYTES } from './limits.ts'
import { isFolder, isNoRegularFile, isNotText, isTooLarge, wasReplaced } from './messages.ts'

/** The text of a file, or why there is none, in words for the model. */
export type TextOutcome =
  | { readonly isText: true; readonly text: string }
  | { readonly isText: false; readonly complaint: string }

const refused = (complaint: string): TextOutcome => ({ isText: false, complaint })

/** UTF-8 has up to four bytes a character: with this margin a longer file shows, though it is never cut inside one. */
const MARGIN_BYTES = 4

/** Reads the file at `realPath`, up to `MAX_FILE_BYTES`. `path` is what the model called it. Rejects as the service does. */
export async function readText(
  fs: FileService,
  realPath: string,
  path: string,
  signal: AbortSignal,
): Promise<TextOutcome> {
  const { kind, size } = await fs.stat(realPath, { signal })
  if (kind === 'directory') return refused(isFolder(path))
  if (kind === 'other') return refused(isNoRegularFile(path))
  if (size > MAX_FILE_BYTES) return refused(isTooLarge(path, MAX_FILE_BYTES))
  const text = await fs.readText(realPath, { maxBytes: MAX_FILE_BYTES + MARGIN_BYTES, signal })
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) return refused(isTooLarge(path, MAX_FILE_BYTES))
  if (text.includes('\0')) return refused(isNotText(path, 'it holds NUL characters'))
  // Whoever was asked, was asked about this very path: a link put in its place since then was not.
  const place = fs.realPath === undefined ? realPath : await fs.realPath(realPath, { signal })
  if (place !== realPath) return refused(wasReplaced(path))
  return { isText: true, text }
}
