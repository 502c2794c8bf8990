import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSkillName, type SkillInspection } from '@deepseek-ai/dsh-skill'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { UsageError } from '../usage-error.ts'
import { visibleLine } from '../visible-text.ts'
import { newSkillText } from './new-skill-text.ts'
import { withSkills } from './with-skills.ts'

/** `dsh skills new NAME`: a first SKILL.md in the project, or for the user with `--user`. Never over a file. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const name: string = invocation.operands[0] ?? ''
  const isName: boolean = isSkillName(name)
  if (!isName) {
    throw new UsageError(
      `not a skill name: ${visibleLine(name.slice(0, 64))}`,
      'use lower-case letters and digits, with single hyphens between, for example review-notes',
    )
  }
  return withSkills(invocation, io, async (ctx, cwd, { skills: { local } }) => {
    const inspection = await ctx.skills.inspect({ cwd, signal: io.signal })
    refuseTaken(name, inspection)
    const projectFolder = join(inspection.project?.root ?? cwd, '.agents/skills')
    const folder = join(invocation.options['user'] === true ? join(local.agentsHome, 'skills') : projectFolder, name)
    const path = join(folder, 'SKILL.md')
    try {
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, newSkillText(name), { flag: 'wx' })
    } catch (error) {
      throw faultOfWriting(error, path)
    }
    io.stdout.write(`${visibleLine(path)}\n`)
    io.stderr.write(`Write the description and the text, then run: dsh skills check ${visibleLine(folder)}\n`)
    return EXIT.ok
  })
}

/** One of the two would hide the other. Throws `UsageError`. */
function refuseTaken(name: string, { winners, problems }: SkillInspection): void {
  const taken =
    winners.find((skill) => skill.name === name) ??
    problems.find(({ skill, severity }) => skill === name && severity === 'error')
  if (taken === undefined) return
  throw new UsageError(`there is a skill ${name} already: ${taken.path ?? ''}`, 'choose another name, or edit that one')
}

function faultOfWriting(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EEXIST')
    return new UsageError(`there is a file already: ${path}`, 'choose another name, or edit that file')
  return new Error(
    `${path} cannot be written (${String(error.code)}): make its folder writable, and move away what stands in its place`,
  )
}
