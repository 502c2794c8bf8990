import type { Context } from '@deepseek-ai/cordis'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import type { ConversationOptions, Display } from '@deepseek-ai/dsh-stdio'
import { ALLOW_HINTS, allowedKinds } from './allowed-kinds.ts'
import type { Invocation } from './command.ts'
import { type CommandIo, EXIT, EXIT_OF } from './command-io.ts'
import { modelNotice } from './model-choice.ts'
import { modelFor } from './model-options.ts'
import { mountAgent } from './mount-agent.ts'
import { openSession } from './open-session.ts'
import type { Settings } from './settings/load.ts'
import { workingFolder } from './working-folder.ts'

const ANSWER_LOST =
  'dsh: stdout is closed, so nobody gets the answer, and the exit code is 1. To discard it on purpose, write: > /dev/null\n'

/** Mounts the agent as the invocation's options want it, runs `body`, takes everything down. Resolves to the exit code. */
export async function withConversation(
  { options }: Invocation,
  io: CommandIo,
  {
    settings,
    display,
    resumeCall,
  }: { readonly settings: Settings; readonly display: Display; readonly resumeCall: (id: string) => string },
  body: (ctx: Context, options: ConversationOptions) => Promise<TurnStatus>,
): Promise<number> {
  if (io.isAnswerLost) io.stderr.write(ANSWER_LOST)
  const folder = workingFolder(options['cwd'], io.cwd)
  const choice = modelFor(options, io.env, settings)
  const { ctx, dispose } = await mountAgent(settings, choice, (line) => display.warning(line))
  try {
    const status = await body(ctx, {
      session: openSession(ctx.sessions, options, { folder, current: io.cwd, resumeCall }),
      model: { adapter: choice.adapter, model: choice.model },
      modelNotice: modelNotice(choice),
      display,
      allowedKinds: allowedKinds(options),
      allowHints: ALLOW_HINTS,
      toldDirectory: settings.toldDirectory,
      signal: io.signal,
    })
    return io.isAnswerLost ? EXIT.failed : EXIT_OF[status]
  } finally {
    await dispose()
  }
}
