import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSkillName } from '@deepseek-ai/dsh-skill'
import { findProject } from '@deepseek-ai/dsh-skill-local'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { loadSettings } from '../settings/load.ts'
import { mountSkills } from '../mount-skills.ts'
import { UsageError } from '../usage-error.ts'
import { visibleLine } from '../visible-text.ts'
import { workingFolder } from '../working-folder.ts'
import { localFiles, type LocalSettings } from './look.ts'
import { newSkillText } from './new-skill-text.ts'

/** `dsh skills new NAME`: a first SKILL.md in the project, or for the user with `--user`. Never over a file. */
export async function run({ options, operands }: Invocation, io: CommandIo): Promise<number> {
  const name: string = operands[0] ?? ''
  const isName: boolean = isSkillName(name)
  if (!isName) {
    throw new UsageError(
      `not a skill name: ${visibleLine(name.slice(0, 64))}`,
      'use lower-case letters and digits, with single hyphens between, for example review-notes',
    )
  }
  const cwd = workingFolder(options['cwd'], io.cwd)
  const { local } = loadSettings(io).skills
  const isForUser = options['user'] === true
  const folder = join(isForUser ? join(local.agentsHome, 'skills') : await projectFolder(cwd, local, io.signal), name)
  const path = join(folder, 'SKILL.md')
  await refuseTaken(name, cwd, io)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, newSkillText(name), { flag: 'wx' })
  } catch (error) {
    throw faultOfWriting(error, path)
  }
  io.stdout.write(`${visibleLine(path)}\n`)
  io.stderr.write(`Write the description and the text, then run: dsh skills check ${visibleLine(folder)}\n`)
  return EXIT.ok
}

async function projectFolder(cwd: string, local: LocalSettings, signal: AbortSignal): Promise<string> {
  const { project } = await findProject(localFiles(local), cwd, signal)
  return join(project?.root ?? cwd, '.agents/skills')
}

/** One of the two would hide the other. Throws `UsageError`. */
async function refuseTaken(name: string, cwd: string, io: CommandIo): Promise<void> {
  const { ctx, dispose } = await mountSkills(io)
  const { winners, problems } = await ctx.skills.inspect({ cwd, signal: io.signal })
  await dispose()
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
