import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context, Service, type Plugin } from '@deepseek-ai/cordis'
import * as fs from '@deepseek-ai/dsh-fs'
import { LocalFileService, type FileService } from '@deepseek-ai/dsh-fs'
import * as skill from '@deepseek-ai/dsh-skill'
import { skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import * as skillLocal from '../src/index.ts'

/** A context with the registry and the local provider, homes in a temporary tree. */
async function mount(tree: Parameters<typeof temporaryTree>[0], config: skillLocal.Config = {}) {
  const root = temporaryTree(tree)
  const ctx = new Context()
  await ctx.plugin(skill, {})
  const fiber = await ctx.plugin(skillLocal, { dshHome: join(root, 'd'), agentsHome: join(root, 'a'), ...config })
  const names = async (refresh = false) => (await ctx.get('skills')?.list({ refresh }))?.map(({ name }) => name)
  return { root, ctx, fiber, names }
}

describe('the skill-local plugin', () => {
  it('registers the provider local, and takes it away again', async () => {
    const { ctx, fiber, names } = await mount({ 'd/skills/x/SKILL.md': skillText('x') })
    expect(await names()).toEqual(['x'])
    expect((await ctx.get('skills')?.inspect())?.providers).toMatchObject([{ name: 'local', state: 'ok' }])
    await fiber.dispose()
    expect(await names()).toEqual([])
    expect((await ctx.get('skills')?.inspect())?.providers).toEqual([])
  })

  it('needs ctx.skills and starts once that is there', async () => {
    const root = temporaryTree({ 'd/skills/x/SKILL.md': skillText('x') })
    const ctx = new Context()
    const fiber = ctx.plugin(skillLocal, { dshHome: join(root, 'd'), agentsHome: join(root, 'a') })
    await ctx.plugin(skill, {})
    await fiber
    expect((await ctx.get('skills')?.list())?.length).toBe(1)
  })

  it('takes homes from the environment, which it reads when it is mounted', async () => {
    const root = temporaryTree({ 'd/skills/x/SKILL.md': skillText('x'), 'a/skills/y/SKILL.md': skillText('y') })
    process.env['DSH_HOME'] = join(root, 'd')
    process.env['DSH_AGENTS_HOME'] = join(root, 'a')
    const ctx = new Context()
    await ctx.plugin(skill, {})
    await ctx.plugin(skillLocal, {})
    delete process.env['DSH_HOME']
    delete process.env['DSH_AGENTS_HOME']
    expect((await ctx.get('skills')?.list())?.map(({ name }) => name)).toEqual(['x', 'y'])
  })

  it('fails to mount with a clear message when a folder is relative', async () => {
    const ctx = new Context()
    await ctx.plugin(skill, {})
    const plugin: Plugin = skillLocal
    await expect(ctx.plugin(plugin, { customSkillDirs: ['skills'] })).rejects.toThrow(
      'must be an absolute path or begin with ~/, got "skills" (at customSkillDirs.0)',
    )
    await expect(ctx.plugin(plugin, { skillDirs: [] })).rejects.toThrow('Unrecognized key: "skillDirs"')
    process.env['DSH_HOME'] = 'relative'
    await expect(ctx.plugin(plugin, {})).rejects.toThrow('DSH_HOME must be an absolute path')
    delete process.env['DSH_HOME']
  })

  it('reads through ctx.fs from the moment that it is there, and through Node when it has gone', async () => {
    const { root, ctx, names } = await mount({ 'd/skills/x/SKILL.md': skillText('x') })
    expect(await names()).toEqual(['x'])
    const fiber = await ctx.plugin(otherDisk)
    expect(await names(true)).toEqual(['other'])
    expect(await ctx.get('skills')?.get('other')).toMatchObject({ content: 'Elsewhere.' })
    await fiber.dispose()
    mkdirSync(join(root, 'd/skills/y'))
    writeFileSync(join(root, 'd/skills/y/SKILL.md'), skillText('y'))
    expect(await names(true)).toEqual(['x', 'y'])
    await ctx.plugin(fs)
    expect(await names(true)).toEqual(['x', 'y'])
  })

  it('remembers heads by file service, though Cordis hands out a service as a new proxy each time', async () => {
    const { ctx, names } = await mount({ 'd/skills/x/SKILL.md': skillText('x') })
    await ctx.plugin(ProxiedFiles)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(await names()).toEqual(['x'])
    expect(await names(true)).toEqual(['x'])
    expect(ProxiedFiles.unchangedCount).toBe(1)
  })
})

/** A disk on which every folder of skills holds one skill. */
const otherDisk: Plugin = {
  name: 'other-disk',
  apply(ctx: Context) {
    const local = new LocalFileService()
    const service: FileService = {
      resolve: (path, base) => local.resolve(path, base),
      stat: async () => ({ kind: 'file', size: 50 }),
      listDir: async (path) => (path.endsWith('/d/skills') ? [{ name: 'other', kind: 'directory' }] : []),
      readText: async () => skillText('other', 'On another disk.', 'Elsewhere.'),
    }
    ctx.provide('fs', service)
  },
}

/** The local files as a Cordis service. */
class ProxiedFiles extends Service implements FileService {
  static unchangedCount = 0
  private readonly local = new LocalFileService()

  constructor(ctx: Context) {
    super(ctx, 'fs')
  }

  resolve(path: string, base?: string): string {
    return this.local.resolve(path, base)
  }

  stat(path: string) {
    return this.local.stat(path)
  }

  listDir(path: string) {
    return this.local.listDir(path)
  }

  readText(path: string) {
    return this.local.readText(path)
  }

  async readHeads(paths: readonly string[], options: fs.HeadOptions) {
    const answers = await this.local.readHeads(paths, options)
    ProxiedFiles.unchangedCount += answers.filter((answer) => answer === 'unchanged').length
    return answers
  }
}
