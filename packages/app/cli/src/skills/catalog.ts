import { estimateTokens, renderCatalog } from '@deepseek-ai/dsh-tool-skill/text'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { visibleLine, visibleText } from '../visible-text.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills catalog`: the message in front of a session, word for word, and what it costs. */
export function run(invocation: Invocation, io: CommandIo): Promise<number> {
  return withSkills(invocation, io, async (ctx, cwd, settings) => {
    const skills = await ctx.skills.list({ cwd, signal: io.signal })
    const text = renderCatalog(skills, settings.skills.tool)?.text ?? ''
    const tokens = estimateTokens(text)
    io.stderr.write(failedLine(await ctx.skills.inspect({ cwd, signal: io.signal })))
    if (invocation.options['json'] === true) {
      io.stdout.write(`${JSON.stringify({ text, tokens, skills: skills.length }, undefined, 2)}\n`)
      return EXIT.ok
    }
    if (text !== '') io.stdout.write(`${io.stdout.isTTY ? visibleText(text) : text}\n`)
    io.stderr.write(
      text === ''
        ? 'no skills, so no catalog is sent\n'
        : `${skills.length} skill${skills.length === 1 ? '' : 's'}, about ${tokens} tokens\n`,
    )
    return EXIT.ok
  })
}

/** One line for all skills that do not load; empty when each loads. */
function failedLine({ problems }: SkillInspection): string {
  const paths = new Set(problems.flatMap(({ severity, path }) => (severity === 'error' ? [path] : [])))
  const [first] = paths
  if (first === undefined) return ''
  const what = paths.size === 1 ? '1 skill does not load' : `${paths.size} skills do not load, the first`
  return `${visibleLine(`${what}: ${first} (dsh skills check)`)}\n`
}
