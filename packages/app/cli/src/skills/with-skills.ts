import type { Context } from '@deepseek-ai/cordis'
import type { Invocation } from '../command.ts'
import type { CommandIo } from '../command-io.ts'
import { mountSkills } from '../mount-skills.ts'
import type { Settings } from '../settings/load.ts'
import { workingFolder } from '../working-folder.ts'

/** Runs `body` with the skills of the invocation's folder mounted, and takes them down again. */
export async function withSkills(
  { options }: Invocation,
  io: CommandIo,
  body: (ctx: Context, cwd: string, settings: Settings) => Promise<number>,
): Promise<number> {
  const cwd = workingFolder(options['cwd'], io.cwd)
  const { ctx, dispose, settings } = await mountSkills(io)
  try {
    return await body(ctx, cwd, settings)
  } finally {
    await dispose()
  }
}
