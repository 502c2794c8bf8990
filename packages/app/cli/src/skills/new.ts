import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSkillName } from '@deepseek-ai/dsh-skill'
import { findProject } from '@deepseek-ai/dsh-skill-local'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { loadSettings } from '../settings/load.ts'
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
  mkdirSync(folder, { recursive: true })
  writeNew(path, newSkillText(name))
  io.stdout.write(`${visibleLine(path)}\n`)
  io.stderr.write(`Write the description and the text, then run: dsh skills check ${visibleLine(folder)}\n`)
  return EXIT.ok
}

async function projectFolder(cwd: string, local: LocalSettings, signal: AbortSignal): Promise<string> {
  const { project } = await findProject(localFiles(local), cwd, signal)
  return join(project?.root ?? cwd, '.agents/skills')
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new UsageError(`there is a file already: ${path}`, 'choose another name, or edit that file')
    }
    throw error
  }
}
