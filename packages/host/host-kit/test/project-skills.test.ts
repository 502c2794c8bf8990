import type { Context } from '@deepseek-ai/cordis'
import { createRegistry } from '@deepseek-ai/dsh-skill'
import { expect, it, onTestFinished } from 'vitest'
import { readProjectSkills } from '../src/project-skills.ts'
import type { ToldProject } from '../src/told-skills.ts'

const { signal } = new AbortController()

it('a file with the stamp that was told is not read again, one with another stamp is [G05]', async () => {
  const skills = createRegistry({ collectCacheMaxEntries: 8, warn: () => {} })
  onTestFinished(() => skills.close())
  const listed = { name: 'tea', description: 'D.', source: 'project-dsh', provider: 'p', path: '/R/tea.md' }
  let loadCount = 0
  skills.registerProvider({
    name: 'p',
    list: () => Promise.resolve([{ ...listed, rank: 100, locator: 0 }]),
    get: () => Promise.resolve({ ...listed, content: `Load ${(loadCount += 1)}.` }),
  })
  let stamp = { key: 'one', changedMs: 0 }
  const files = { stat: () => Promise.resolve({ kind: 'file', size: 1, stamp }) }
  const ctx = { skills, get: () => files } as unknown as Context
  const inspection = await skills.inspect({ cwd: '/R', signal })
  const read = async (told: ToldProject): Promise<ToldProject> => {
    const found = await readProjectSkills(ctx, inspection, { root: '/R', told, signal })
    return new Map(found.map(({ skill, now }) => [skill.name, now]))
  }
  const first = await read(new Map())
  expect(await read(first)).toEqual(first)
  expect(loadCount).toBe(1)
  stamp = { key: 'two', changedMs: 0 }
  expect(await read(first)).not.toEqual(first)
  expect(loadCount).toBe(2)
})
