import { expect } from 'vitest'
import { PseudoTerminal } from '../pty.ts'
import { type Host, MODEL, sessionOptions } from './host.ts'

const IDLE = new RegExp(`^${MODEL} · `, 'm')

/** Types each step into the app, in a pseudo-terminal. Questions are answered by Enter, which stands on "Deny". */
export const inTerminal: Host = async (story, { project, home, args, env, resumes, prepare, asked }) => {
  const terminal = new PseudoTerminal({
    args: [...sessionOptions(project, resumes), ...args],
    cwd: project,
    env: { HOME: home, ...env },
  })
  for (const step of story) {
    await terminal.until(IDLE)
    prepare(step)
    terminal.type(`${step.types}\r`)
    if (step.refuses) {
      await terminal.until('Deny')
      terminal.type('\r')
    }
    if (step.cancels) {
      await asked(step)
      terminal.type('\u001B')
    }
    await terminal.until(step.shows)
  }
  await terminal.until(IDLE)
  terminal.type('/exit\r')
  expect((await terminal.ended).exitCode).toBe(0)
}
