import { excerpt, quote } from '@deepseek-ai/dsh-tools'

// What the model reads of this package, and what the tool is told to be.

/** Around what is shown of a file. */
export const FRAME_TAG = 'file_content'

/** What the model is told the `read` tool is for. */
export const TOOL_DESCRIPTION =
  'Reads a text file and returns its lines word for word, between <file_content> and </file_content>. A tag of that name, or one that frames our own messages, starts with &lt; inside. A long file comes in parts: the line after the block says which lines it holds and how to read on. Outside the working directory and the folders of loaded skills the user is asked first.'

export const PATH_DESCRIPTION =
  'The file: absolute, relative to the working directory, or below the home folder as ~/file.'

export const OFFSET_DESCRIPTION = 'First line to read, counted from 1. Leave it out to start at the beginning.'

export const LIMIT_DESCRIPTION = 'Most lines to read. Leave it out for as many as fit.'

/** What the model reads when nobody allowed a read outside the folders that are open to it. */
export function notAllowed(path: string): string {
  return `Reading ${quote(path, 300)} was not allowed: this path needs the permission of the user. Do not try to get at it in another way. Go on without it, or tell the user what you need it for.`
}

/** What the model reads when the file system says no; `code` is that of the system, or of `dsh-fs`. */
export function unreadable(path: string, code: string, reason: string): string {
  const file = quote(path, 300)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EDANGLING':
      return `There is nothing at ${file}. Check the path: it must be absolute, start at the working directory, or begin with ~/.`
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read: the system denies access to it. Go on without it, or tell the user.`
    case 'ENAMETOOLONG':
      return `There is nothing at ${file}: the path, or a name in it, is longer than this system allows. Check the path.`
    case 'ELOOP':
      return `${file} cannot be read: its symbolic links lead in a circle. Name the file itself.`
    default:
      return `${file} could not be read: ${excerpt(reason)}`
  }
}

/** What the model reads when a path holds a NUL character. */
export function holdsNul(path: string): string {
  return `${quote(path, 300)} holds a NUL character, and no path can. Call read again without it.`
}

/** What the model reads when a path leads to a fifo, a socket or a device. */
export function isNoRegularFile(path: string): string {
  return `${quote(path, 300)} is no regular file, so there is no text to read in it.`
}

/** What the model reads when a path leads to a folder. */
export function isFolder(path: string): string {
  return `${quote(path, 300)} is a folder, and read shows files only. Name a file in it.`
}

/** What the model reads when a file holds something other than text. `reason` is a clause, e.g. `it holds NUL characters`. */
export function isNotText(path: string, reason: string): string {
  return `${quote(path, 300)} is no text file: ${reason}. read shows text only.`
}

/** What the model reads when a file is too large. */
export function isTooLarge(path: string, maxBytes: number): string {
  return `${quote(path, 300)} is too large: read takes files of up to ${maxBytes} bytes. If you can run commands, use one that prints only the part you need.`
}

/** What the model reads when a path led elsewhere after the read than before it. */
export function wasReplaced(path: string): string {
  return `${quote(path, 300)} was replaced while it was read, so nothing of it is shown. Call read again.`
}

/** What stands for a file that holds nothing. */
export function emptyFile(): string {
  return '[The file is empty.]'
}

/** Under a part of a file: which one, and how to read on. */
export function somePart(first: number, last: number, lineCount: number): string {
  const rest = last < lineCount ? `To read on, call read with offset ${last + 1}.` : 'This is the end of the file.'
  return `[Lines ${first} to ${last} of ${lineCount}. ${rest}]`
}

/** Under the start of a line that is too long to be shown whole. */
export function longLine(line: number, lineCount: number, length: number, shown: number): string {
  const rest = line < lineCount ? ` To go on after it, call read with offset ${line + 1}.` : ''
  return `[Line ${line} of ${lineCount} is cut here: it has ${length} characters, and read shows ${shown} at most.${rest}]`
}

/** What the model reads when it asks for lines that are not there. */
export function pastEnd(offset: number, lineCount: number): string {
  return `The file has ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, so there is nothing at offset ${offset}. Call read with a smaller offset, or without one.`
}
