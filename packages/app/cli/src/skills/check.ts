import { Config as ToolConfig } from '@deepseek-ai/dsh-tool-skill/text'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { problemLine } from '../problem-line.ts'
import { UsageError } from '../usage-error.ts'
import { visibleLine } from '../visible-text.ts'
import { checkSkills, type CheckReport } from './check-run.ts'
import { checkTargets } from './check-targets.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills check [PATH…]`: exit code 1 on an error or a repair, 0 with warnings only, 2 where a path is missing or no skill is found. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  if (invocation.operands.includes('')) {
    throw new UsageError('a path is empty', 'name a SKILL.md, a skill folder or a folder of skills, or nothing at all')
  }
  return withSkills(invocation, io, async (ctx, cwd, { skills: { local, tool } }) => {
    const { signal } = io
    const hasPaths = invocation.operands.length > 0
    const targets = hasPaths ? checkTargets(invocation.operands, cwd) : undefined
    const inspection = await ctx.skills.inspect({ cwd, signal })
    const { catalogDescriptionMaxLength } = ToolConfig.parse(tool)
    const { report, empty } = await checkSkills({ inspection, targets, local, catalogDescriptionMaxLength, signal })
    const isJson = invocation.options['json'] === true
    // Where there is nothing to tell, what follows says so.
    if (empty.length === 0 || report.files.length > 0) {
      io.stdout.write(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : checkText(report, cwd))
    }
    if (empty.length > 0) {
      throw new UsageError(
        `there is no skill to check in ${empty.join(', ')}`,
        targets === undefined
          ? 'name the folder that your skills lie in: dsh skills check PATH'
          : 'name a SKILL.md, a skill folder or a folder of skills, for example .agents/skills',
      )
    }
    return report.failed > 0 ? EXIT.failed : EXIT.ok
  })
}

function checkText({ checked, failed, warned, searched, files }: CheckReport, cwd: string): string {
  const lines = files.flatMap(({ problems }) => problems.map(problemLine))
  const passed = files.filter(({ verdict, problems }) => verdict === 'ok' && problems.length === 0)
  return [
    ...passed.map(({ path }) => visibleLine(`ok: ${path}`)),
    ...lines,
    `${checked} checked, ${failed} failed, ${warned} with warnings`,
    visibleLine(`a session in ${cwd} finds ${foundAmong(files, checked)}; it looks in ${searched.join(', ')}`),
    '',
  ].join('\n')
}

/** Most names in a line of the text. */
const NAMES_MAX_COUNT = 20

function foundAmong(files: CheckReport['files'], checked: number): string {
  const names = files.filter(({ found }) => found).map(({ path, skill = path }) => skill)
  if (names.length === 0) return 'none of them'
  if (names.length === checked) return checked === 1 ? 'it' : 'all of them'
  const more = names.length > NAMES_MAX_COUNT ? ` and ${names.length - NAMES_MAX_COUNT} more (--json has all)` : ''
  return `${names.length} of them: ${names.slice(0, NAMES_MAX_COUNT).join(', ')}${more}`
}
