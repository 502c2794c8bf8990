import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import type { FileService } from './file-service.ts'
import { LocalFileService } from './local-file-service.ts'

export { type Distrust, distrustOf, findDistrust, type Reader, shellQuote } from './distrust.ts'
export { errorCode, FileError, isOutOfDescriptors, type FileErrorCode } from './file-error.ts'
export type {
  DirectoryEntry,
  EntryKind,
  FileHead,
  FileKind,
  FileOptions,
  FileService,
  FileStamp,
  FileStat,
  HeadAnswer,
  HeadOptions,
  ReadOptions,
} from './file-service.ts'
export { isWithin } from './is-within.ts'
export { LocalFileService } from './local-file-service.ts'
export { pause } from './pause.ts'
export { findSimilarPath, foldName } from './similar-name.ts'
export { isSliceUsedUp, nextTurn, SLICE_MS } from './time-slice.ts'
export { decodeUtf8, type DecodedText } from './utf8.ts'

// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    fs: FileService
  }
}

export const name = 'fs'

/** No settings. */
export const Config = z.strictObject({}).prefault({})

/** Provides `ctx.fs`: the files of this machine. */
export function apply(ctx: Context): void {
  ctx.provide('fs', new LocalFileService())
}
