import { renderCatalog } from '@deepseek-ai/dsh-tool-skill/text'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { listText } from './list-text.ts'
import { lookForInvisible, lookUnsearched } from './look.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills list`: what is there, and what is wrong. Exits with 0 also when some skills are broken. */
export function run(invocation: Invocation, io: CommandIo): Promise<number> {
  return withSkills(invocation, io, async (ctx, cwd, settings) => {
    const { local, tool } = settings.skills
    const found = await ctx.skills.inspect({ cwd, signal: io.signal })
    const bodies = await lookForInvisible(found, { local, signal: io.signal })
    const inspection = { ...found, problems: [...found.problems, ...bodies] }
    if (invocation.options['json'] === true) io.stdout.write(`${JSON.stringify(inspection, undefined, 2)}\n`)
    else {
      const unsearched = await lookUnsearched(inspection, 'between', { local, signal: io.signal })
      const catalog = renderCatalog(inspection.winners, tool)
      io.stdout.write(listText(inspection, { unsearched, tolerance: local.tolerance, catalog }))
    }
    return EXIT.ok
  })
}
