import { Context, type Plugin } from '@deepseek-ai/cordis'
import { describe, expect, it } from 'vitest'
import * as fs from '../src/index.ts'

describe('the fs plugin', () => {
  it('provides ctx.fs, and takes it away again', async () => {
    const ctx = new Context()
    const fiber = await ctx.plugin(fs)
    expect(ctx.get('fs')).toBeInstanceOf(fs.LocalFileService)
    await fiber.dispose()
    expect(ctx.get('fs')).toBeUndefined()
  })

  it('refuses settings that it does not know', async () => {
    const ctx = new Context()
    const plugin: Plugin = fs
    await expect(ctx.plugin(plugin, { root: '/' })).rejects.toThrow('Unrecognized key: "root"')
  })
})
