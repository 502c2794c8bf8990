import { Context } from '@deepseek-ai/cordis'
import { skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'
import * as skills from '../src/skills.ts'

async function mount(config: skills.Config): Promise<Context> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(skills, config)
  return ctx
}

it('mounts the registry and its providers without an agent, each with its settings', async () => {
  const root = temporaryTree({ 'extra/tea.md': skillText('tea', 'a: b') })
  const local = { customSkillDirs: [`${root}/extra`], dshHome: root, agentsHome: root, tolerance: 'repair' }
  const ctx = await mount({ registry: { collectCacheMaxEntries: 1 }, local })
  expect(await ctx.skills.list({ cwd: root })).toMatchObject([{ name: 'tea', description: 'a: b', provider: 'local' }])
  expect(ctx.get('agents')).toBeUndefined()
})

it('refuses what an owner refuses, and a branch that nobody owns', async () => {
  await expect(mount({ local: { tolerance: 'lax' } })).rejects.toThrow('tolerance')
  await expect(mount({ registry: { collectCacheMaxEntries: 0 } })).rejects.toThrow('at least 1')
  await expect(mount({ remote: {} } as skills.Config)).rejects.toThrow('remote')
})
