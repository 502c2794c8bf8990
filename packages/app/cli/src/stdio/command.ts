import { runLines, textDisplay } from '@deepseek-ai/dsh-stdio'
import type { Invocation } from '../command.ts'
import type { CommandIo } from '../command-io.ts'
import { withConversation } from '../with-conversation.ts'

/** `dsh stdio`: one turn for each line of stdin. Exits with 0 only when every turn completed. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors, onInterrupt } = io
  const display = textDisplay({ output, errors, resumeCall: (id) => `dsh stdio --resume ${id}` })
  return withConversation(invocation, io, display, (ctx, options) => runLines(ctx, { ...options, input, onInterrupt }))
}
