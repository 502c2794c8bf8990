import { readdirSync } from 'node:fs'
import { Context } from '@deepseek-ai/cordis'
import * as skill from '@deepseek-ai/dsh-skill'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { skillText, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from './in-process.ts'

const GIT = { '.git': { dir: true } } as const

it('brings no skills of its own, and looking for skills writes nothing into the home folder', async () => {
  const home = temporaryFolder()
  const { stdout } = await runInProcess(['skills', 'list', '--json'], { cwd: temporaryTree(GIT), home })
  expect(JSON.parse(stdout)).toMatchObject({ winners: [], shadowed: [], problems: [] })
  expect(readdirSync(home)).toEqual([])
})

it('neither reads, shows nor enforces contexts, arguments, tool limits and user-invocable', async () => {
  const fields = [
    'context: fork-marker',
    'arguments: [first-marker]',
    'argument-hint: hint-marker',
    'allowed-tools: [tool-marker]',
    'disallowed-tools: [other-marker]',
    'user-invocable: false',
  ]
  const cwd = temporaryTree({
    ...GIT,
    '.dsh/skills/tea.md': `---\nname: tea\ndescription: Brews tea.\n${fields.join('\n')}\n---\nBoil.`,
  })
  for (const args of [
    ['list'],
    ['list', '--json'],
    ['catalog'],
    ['show', 'tea'],
    ['show', 'tea', '--json'],
    ['explain', 'tea'],
  ]) {
    const { code, stdout, stderr } = await runInProcess(['skills', ...args], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('tea')
    expect(stdout + stderr).not.toMatch(/-marker|invocable/)
  }
  const started = await runInProcess(['run', '--offline', '/skill:tea now'], { cwd })
  expect(started).toMatchObject({ code: 0, stderr: expect.stringContaining('Boil.') as string })
})

it('does not watch the disk: an answer stands until a provider or runtime skill comes or goes, or a refresh', async () => {
  const cwd = temporaryTree({ ...GIT, '.dsh/skills/tea.md': skillText('tea') })
  const home = temporaryFolder()
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(skill)
  await ctx.plugin(skillLocal, { dshHome: `${home}/dsh`, agentsHome: `${home}/agents` })
  const names = async (refresh = false): Promise<string> =>
    (await ctx.skills.list({ cwd, refresh })).map(({ name }) => name).join()
  expect(await names()).toBe('tea')
  writeTree(cwd, { '.dsh/skills/cake.md': skillText('cake') })
  expect(await names()).toBe('tea')
  expect(await names(true)).toBe('cake,tea')
  writeTree(cwd, { '.dsh/skills/pie.md': skillText('pie') })
  expect(await names()).toBe('cake,tea')
  ctx.skills.register({ name: 'jam', description: 'Cooks jam.', content: 'Cook.', source: 'runtime' })()
  expect(await names()).toBe('cake,pie,tea')
})
