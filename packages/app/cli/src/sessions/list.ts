import { resolve } from 'node:path'
import { isWithin } from '@deepseek-ai/dsh-fs'
import { FileSessionStore, type SessionInfo } from '@deepseek-ai/dsh-session'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { realPathOf } from '../real-path.ts'
import { loadSettings } from '../settings/load.ts'
import { visibleLine } from '../visible-text.ts'
import { listText } from './list-text.ts'

/** `dsh sessions list`: the sessions that there are, the newest first. Exits with 0 also when some logs are damaged. */
export function run({ options }: Invocation, io: CommandIo): Promise<number> {
  // The folder may be gone: its sessions are not.
  const folder = typeof options['cwd'] === 'string' ? resolve(io.cwd, options['cwd']) : undefined
  const problems: string[] = []
  const store = new FileSessionStore(loadSettings(io).sessions.directory)
  const all = store.list((problem) => problems.push(problem))
  const sessions = folder === undefined ? all : all.filter(isBelow(folder))
  if (options['json'] === true) io.stdout.write(`${JSON.stringify({ sessions, problems }, undefined, 2)}\n`)
  else {
    io.stdout.write(listText(sessions, folder))
    for (const problem of problems) io.stderr.write(`${visibleLine(problem)}\n`)
  }
  return Promise.resolve(EXIT.ok)
}

/** By real paths: a folder has the sessions of each of its names. */
function isBelow(folder: string): (session: SessionInfo) => boolean {
  const realFolder = realPathOf(folder)
  return ({ cwd }) => isWithin(realPathOf(cwd), realFolder)
}
