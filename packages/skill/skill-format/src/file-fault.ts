import { FILE_MAX_BYTES } from './limits.ts'
import type { Finding } from './problem-list.ts'

/** The file holds NUL: no text at all, or UTF-16. */
export function binaryFile(): Finding {
  return {
    code: 'file-binary',
    message: 'The file is binary: it holds a NUL character',
    hint: 'Save it as plain text in UTF-8',
  }
}

/** The file holds a byte that does not belong into UTF-8; `at` is the index where the text before it ends. */
export function fileNotUtf8(invalidByte: number | undefined, at: number): Finding {
  return {
    code: 'file-not-utf8',
    message: `The file is not UTF-8 (byte ${invalidByte})`,
    hint: 'Save it as plain text in UTF-8',
    at,
  }
}

/** The file is larger than any that loads. */
export function fileTooLarge(): Finding {
  return {
    code: 'file-too-large',
    message: `The file is larger than ${FILE_MAX_BYTES} bytes`,
    hint: 'Move parts of it into files of their own, and name those in the text',
  }
}
