/** In place of the middle of long output. */
export function omittedBytesMark(bytes: number): string {
  return `[${bytes} bytes are left out here. To see them, write the output to a file and read the part you need.]`
}

/** Under output in which something could not be shown. */
export function notUtf8Mark(): string {
  return '[Bytes that are no UTF-8 text are shown as \uFFFD.]'
}

/** Under the output of a command that left something running. */
export function leftRunningMark(): string {
  return '[Something that the command started is still running. What it prints from now on is not shown.]'
}
