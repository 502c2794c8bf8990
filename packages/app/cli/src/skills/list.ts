import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { listText } from './list-text.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills list`: what is there, and what is wrong. Exits with 0 also when some skills are broken. */
export function run(invocation: Invocation, io: CommandIo): Promise<number> {
  return withSkills(invocation, io, async (ctx, cwd) => {
    const inspection = await ctx.skills.inspect({ cwd, signal: io.signal })
    const isJson = invocation.options['json'] === true
    io.stdout.write(isJson ? `${JSON.stringify(inspection, undefined, 2)}\n` : listText(inspection))
    return EXIT.ok
  })
}
