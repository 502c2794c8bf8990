import type { ToolResult } from '@deepseek-ai/dsh-tools'
import { frame } from '@deepseek-ai/dsh-tools/frame'
import { outputText } from '../output-text.ts'
import type { CommandEnd, CommandOutcome } from '../run-command.ts'
import { leftRunningMark, notUtf8Mark } from './marks.ts'

export interface Limits {
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
}

/** What the model reads of a command that ran: its output, then how it ended. Any end but exit code 0 is an error. */
export function commandResult({ end, output, leavesProcesses }: CommandOutcome, limits: Limits): ToolResult {
  const { text, isUtf8 } = outputText(output)
  const marks = [
    text === '' ? '[No output.]' : frame('command_output', text),
    ...(isUtf8 ? [] : [notUtf8Mark()]),
    ...(leavesProcesses ? [leftRunningMark()] : []),
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
