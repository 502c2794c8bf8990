import { isSkillName } from '@deepseek-ai/dsh-skill'
import { renderSkillContent } from '@deepseek-ai/dsh-tool-skill/text'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { UsageError } from '../usage-error.ts'
import { visibleLine, visibleText } from '../visible-text.ts'
import { unknownSkill } from './unknown-skill.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills show NAME`: word for word what the model gets when it loads the skill. */
export function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const name = checkedName(invocation.operands[0] ?? '')
  return withSkills(invocation, io, async (ctx, cwd) => {
    const lookup = { cwd, signal: io.signal }
    const skill = await ctx.skills.get(name, lookup)
    if (!skill) throw unknownSkill(name, await ctx.skills.inspect(lookup))
    const content = renderSkillContent(skill)
    if (invocation.options['json'] === true)
      io.stdout.write(`${JSON.stringify({ ...skill, rendered: content }, undefined, 2)}\n`)
    else io.stdout.write(`${io.stdout.isTTY ? visibleText(content) : content}\n`)
    if (skill.disableModelInvocation === true)
      io.stderr.write(`${name} is hidden from the model: only the user can start it\n`)
    return EXIT.ok
  })
}

function checkedName(name: string): string {
  const isName: boolean = isSkillName(name)
  if (isName) return name
  throw new UsageError(
    `not a skill name: ${visibleLine(name.slice(0, 64))}`,
    'a name is lower-case letters and digits, with single hyphens between, for example review-notes',
  )
}
