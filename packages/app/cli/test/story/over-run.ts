import { expect } from 'vitest'
import { dsh } from '../dsh.ts'
import { type Host, sessionOptions } from './host.ts'

/** The one prompt of `dsh run`. */
export const overRun: Host = async (story, { project, home, args, env, resumes, prepare }) => {
  const [step] = story
  if (!step || story.length !== 1) throw new Error('A call of dsh run is one step.')
  prepare(step)
  const result = await dsh(['run', ...sessionOptions(project, resumes), ...args, step.types], {
    env: { HOME: home, ...env },
  })
  expect(result).toMatchObject({ code: 0, stdout: `${step.shows}\n` })
}
