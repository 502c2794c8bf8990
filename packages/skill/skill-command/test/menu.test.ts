import { Context } from '@deepseek-ai/cordis'
import * as skill from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { expect, it, onTestFinished } from 'vitest'
import { skillMenu } from '../src/index.ts'

const CWD = '/work'

it('lists what the user can start: sorted, one line each, hidden ones marked, built-in names among them [F25] [F72] [C8]', async () => {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(skill)
  const content = 'Do it.'
  const provider = createMemoryProvider({
    skills: [
      { name: 'secret', description: 'Hush.', content, disableModelInvocation: true, source: 'user-dsh' },
      { name: 'help', description: 'Two\nlines \u001B[2J.', content, source: 'project-agents' },
      { name: 'exit', description: 'Shadowed.', content, source: 'user-agents', rank: 500 },
      { name: 'exit', description: 'Wins.', content, source: 'project-dsh', rank: 100, cwd: CWD },
    ],
  })
  ctx.skills.registerProvider(provider)
  const menu = await skillMenu(ctx.skills, { cwd: CWD })
  expect(menu).toEqual([
    { name: 'exit', description: 'Wins.', scope: 'project', isUserOnly: false },
    { name: 'help', description: 'Two lines [2J.', scope: 'project', isUserOnly: false },
    { name: 'secret', description: 'Hush.', scope: 'user', isUserOnly: true },
  ])
  const { shadowed } = await ctx.skills.inspect({ cwd: CWD })
  expect(shadowed.map(({ skill: loser }) => loser.description)).toEqual(['Shadowed.'])

  provider.write({ name: 'new', description: 'New.', content })
  expect(await skillMenu(ctx.skills, { cwd: CWD })).toEqual(menu)
  const names = (await skillMenu(ctx.skills, { cwd: CWD, refresh: true })).map(({ name }) => name)
  expect(names).toEqual(['exit', 'help', 'new', 'secret'])
})
