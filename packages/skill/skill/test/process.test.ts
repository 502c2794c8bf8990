import { join } from 'node:path'
import { runNode } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, 'programs/give-up.ts')

describe('a process that gives up lookups at every step', () => {
  it.each(['22', '24'] as const)(
    'sees no unhandled rejection and ends by itself on Node %s [R2] [R10]',
    async (node) => {
      const args = ['--unhandled-rejections=strict', '--trace-warnings', program]
      const { code, stdout, stderr } = await runNode({ args, node })
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"settled":320}\n', stderr: '' })
    },
  )
})
