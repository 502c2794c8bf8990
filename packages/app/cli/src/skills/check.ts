import { Config as ToolConfig } from '@deepseek-ai/dsh-tool-skill/text'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { problemLine } from '../problem-line.ts'
import { UsageError } from '../usage-error.ts'
import { visibleLine } from '../visible-text.ts'
import { checkSkills, type CheckReport } from './check-run.ts'
import { checkTargets, NO_TARGETS } from './check-targets.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills check [PATH…]`: exit code 1 on an error or a repair, 0 with warnings only, 2 for a path that is missing or holds no skill. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  if (invocation.operands.includes('')) {
    throw new UsageError('a path is empty', 'name a SKILL.md, a skill folder or a folder of skills, or nothing at all')
  }
  return withSkills(invocation, io, async (ctx, cwd, { skills: { local, tool } }) => {
    const { signal } = io
    const hasPaths = invocation.operands.length > 0
    const { roots, project } = await ctx.skills.inspect({ cwd, signal })
    const targets = hasPaths ? checkTargets(invocation.operands, cwd, roots) : { ...NO_TARGETS, roots }
    const { catalogDescriptionMaxLength } = ToolConfig.parse(tool)
    const { report, empty } = await checkSkills({ ...targets, project, local, catalogDescriptionMaxLength, signal })
    const isJson = invocation.options['json'] === true
    // Where there is nothing to tell, what follows says so.
    if (empty.length === 0 || report.files.length > 0) {
      io.stdout.write(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : checkText(report))
    }
    if (empty.length > 0) {
      throw new UsageError(
        `there is no skill to check in ${empty.join(', ')}`,
        'name a SKILL.md, a skill folder or a folder of skills, for example .agents/skills',
      )
    }
    return report.failed > 0 ? EXIT.failed : EXIT.ok
  })
}

function checkText({ checked, failed, warned, files }: CheckReport): string {
  const lines = files.flatMap(({ problems }) => problems.map(problemLine))
  const passed = files.filter(({ verdict, problems }) => verdict === 'ok' && problems.length === 0)
  return [
    ...passed.map(({ path }) => visibleLine(`ok: ${path}`)),
    ...lines,
    `${checked} checked, ${failed} failed, ${warned} with warnings`,
    '',
  ].join('\n')
}
