import { expect } from 'vitest'
import { dsh } from '../dsh.ts'
import type { Host } from './host.ts'

/** The one prompt of `dsh run`. */
export const overRun: Host = async ([step, ...more], { project, home, args, env }) => {
  expect(more).toEqual([])
  const result = await dsh(['run', '--cwd', project, ...args, step?.types ?? ''], { env: { HOME: home, ...env } })
  expect(result).toMatchObject({ code: 0, stdout: `${step?.shows}\n` })
}
