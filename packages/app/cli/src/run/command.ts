import { jsonDisplay, runPrompt, textDisplay } from '@deepseek-ai/dsh-stdio'
import type { Invocation } from '../command.ts'
import type { CommandIo } from '../command-io.ts'
import { detailOf } from '../detail.ts'
import { UsageError } from '../usage-error.ts'
import { loadSettings } from '../settings/load.ts'
import { withConversation } from '../with-conversation.ts'
import { readPipedText, readPrompt } from './piped-input.ts'

/** `dsh run`: one turn. Exits with 0 only when the turn completed. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const settings = loadSettings(io)
  const detail = detailOf(invocation.options)
  const tell = (line: string): void => void (detail === 'quiet' || io.stderr.write(`${line}\n`))
  const [operand = ''] = invocation.operands
  if (operand === '-' && io.stdin.isTTY === true) tell('write the prompt, then press Ctrl-D')
  const prompt = checkedPrompt(operand === '-' ? await readPrompt(io, tell) : operand)
  const piped = operand === '-' ? undefined : await readPipedText(io, tell)
  const streams = { output: io.stdout, errors: io.stderr }
  const resumeCall = (id: string): string => `dsh run --resume ${id} "…"`
  const display =
    invocation.options['json'] === true ? jsonDisplay(streams) : textDisplay({ ...streams, resumeCall, detail })
  return withConversation(invocation, io, { settings, display, resumeCall }, (ctx, options) =>
    runPrompt(ctx, prompt, { ...options, piped }),
  )
}

function checkedPrompt(prompt: string): string {
  if (prompt.trim() === '') throw new UsageError('the prompt is empty', 'for example: dsh run "What does this do?"')
  return prompt
}
