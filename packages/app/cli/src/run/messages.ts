const NOT_SENT = 'Nothing was sent.'
const LEAVE_OUT = 'To send the prompt alone, add </dev/null.'

export function tooLongInput(): string {
  return `stdin holds more than 1 MiB. ${NOT_SENT} Send a part of it, for example with tail -c 1000000, or name a file in the prompt.`
}

export function wrongInput(): string {
  return `stdin is not UTF-8. ${NOT_SENT} Convert it, for example with iconv. ${LEAVE_OUT}`
}

export function binaryInput(): string {
  return `stdin holds a NUL byte, so it is not text. ${NOT_SENT} ${LEAVE_OUT}`
}

export function unreadableInput(reason: string): string {
  return `the input cannot be read: ${reason}`
}

export function silentInput(waitedMs: number): string {
  return `stdin is open, but nothing came from it in ${waitedMs / 1000} s: the prompt goes without it (dsh run - waits; </dev/null does not)`
}

export function slowInput(): string {
  return 'stdin: waiting for its end (Ctrl-C gives up)'
}
