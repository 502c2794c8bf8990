import { excerpt, quote, type ToolResult } from '@deepseek-ai/dsh-tools'
import { frame } from '@deepseek-ai/dsh-tools/frame'
import type { CommandEnd, CommandOutcome, LeftRunning } from './run-command.ts'

// What the model reads of this package, what the tool is told to be, and what the user reads of processes left running.

/** What the model is told the `bash` tool is for. */
export const TOOL_DESCRIPTION =
  'Runs a command with bash in the working directory and returns what it prints, errors included, between <command_output> and </command_output>, and its exit code. The user is asked before each command. Nothing can be typed into it: use options that need no answer. Each call is a shell of its own, so a change of directory or a variable does not last. Of long output the start and the end are shown.'

export function commandDescription(): string {
  return 'The command line, as for bash -c. Name the script of a skill by its absolute path, in quotes.'
}

export function timeoutDescription(defaultMs: number, maxMs: number): string {
  return `Time limit in milliseconds, at most ${maxMs}; ${defaultMs} when left out. When it is over, the command and all that it started are ended.`
}

/** What the model reads when nobody allowed the command. */
export function notAllowed(): string {
  return 'The command was not run: it was not allowed. Do not try to get the same done in another way. Go on without it, or tell the user which command you need and what for.'
}

/** What the model reads when the system could not start the shell. */
export function notStarted(cwd: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return `The command was not run: the working directory ${quote(cwd, 300)} is gone, or this system has no /bin/sh. Tell the user.`
  }
  return `The command was not run, because the system could not start it: ${excerpt(message)}`
}

export interface Limits {
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
}

/** What the model reads of a command that ran: its output, then how it ended. Any end but exit code 0 is an error. */
export function commandResult(
  { end, left }: CommandOutcome,
  { text, isUtf8 }: { readonly text: string; readonly isUtf8: boolean },
  limits: Limits,
): ToolResult {
  const marks = [
    text === '' ? '[No output.]' : frame('command_output', text),
    ...(isUtf8 ? [] : [notUtf8Mark()]),
    ...(left ? [leftRunningMark()] : []),
    endMark(end, limits),
  ]
  const content = marks.join('\n')
  return end.kind === 'exit' && end.code === 0 ? { content } : { content, isError: true }
}

function endMark(end: CommandEnd, { timeoutMs, maxTimeoutMs }: Limits): string {
  switch (end.kind) {
    case 'exit':
      return `[Exit code ${end.code}.]`
    case 'signal':
      return `[Ended by the signal ${end.signal}.]`
    case 'timeout': {
      const more =
        timeoutMs < maxTimeoutMs ? ` If it needs longer, call bash with timeoutMs up to ${maxTimeoutMs}.` : ''
      return `[Not finished: ended at its time limit of ${timeoutMs} ms, with all that it started.${more}]`
    }
  }
}

/** In place of the middle of long output. */
export function omittedBytesMark(bytes: number): string {
  return `[${bytes} bytes are left out here. To see them, write the output to a file and read the part you need.]`
}

/** Under output in which something could not be shown. */
function notUtf8Mark(): string {
  return '[Bytes that are no UTF-8 text are shown as \uFFFD.]'
}

/** Under the output of a command that left something running. */
function leftRunningMark(): string {
  return '[Something that the command started is still running. What it prints from now on is not shown.]'
}

const MAX_NAMED = 5

/** What the user reads when a command that they allowed left something running. */
export function stillRuns(command: string, left: LeftRunning): string {
  return `The command "${excerpt(command, 80)}" is over, but left running: ${namesOf([left])}. To end it: ${endingOf([left])}`
}

/** What the user reads at the end of dsh, when something goes on without it. */
export function outlivesUs(left: readonly LeftRunning[]): string {
  return `Still running, started by commands of this session: ${namesOf(left)}. To end it: ${endingOf(left)}`
}

function namesOf(left: readonly LeftRunning[]): string {
  const names = left.flatMap(({ groupId, processes }) =>
    processes.length === 0
      ? [`process group ${groupId}`]
      : processes.map(({ id, command }) => (command === '' ? `${id}` : `${id} (${excerpt(command, 60)})`)),
  )
  const more = names.length - MAX_NAMED
  return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function endingOf(left: readonly LeftRunning[]): string {
  const targets = left.flatMap(({ groupId, processes }) =>
    processes.length === 0 ? [`-${groupId}`] : processes.map(({ id }) => `${id}`),
  )
  return `kill -- ${targets.join(' ')}`
}
