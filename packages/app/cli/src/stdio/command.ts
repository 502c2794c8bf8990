import { jsonDisplay, lineSchemas, runLines, runRequests, textDisplay } from '@deepseek-ai/dsh-stdio'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { detailOf } from '../detail.ts'
import { loadSettings } from '../settings/load.ts'
import { withConversation } from '../with-conversation.ts'

/** `dsh stdio`: one turn for each line of stdin. Exits with 0 only when every turn completed. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors, onInterrupt } = io
  if (invocation.options['schema'] === true) {
    output.write(`${JSON.stringify(lineSchemas(), undefined, 2)}\n`)
    return EXIT.ok
  }
  const settings = loadSettings(io)
  const detail = detailOf(invocation.options)
  const isJson = invocation.options['json'] === true
  const resumeCall = (id: string): string => `dsh stdio --resume ${id}`
  const display = isJson ? jsonDisplay({ output, errors }) : textDisplay({ output, errors, resumeCall, detail })
  const serve = isJson ? runRequests : runLines
  return withConversation(invocation, io, { settings, display, resumeCall }, (ctx, options) =>
    serve(ctx, { ...options, input, onInterrupt }),
  )
}
