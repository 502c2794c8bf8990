import type { SkillProblem, SkillProvider } from '@deepseek-ai/dsh-skill'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { jsonDisplay } from '../src/index.ts'
import { type HostOptions, openHost } from './host.ts'

function problemOf(name: string, severity: SkillProblem['severity'] = 'error'): SkillProblem {
  const [path, message, hint] = [`/skills/${name}/SKILL.md`, 'there is no header', 'write one']
  return { code: 'header-missing', severity, path, line: 1, message, hint }
}

/** A provider of no skills, with the problems that `problems` holds at the moment. */
function brokenProvider(problems: readonly SkillProblem[]): SkillProvider {
  return {
    name: 'broken',
    list: () => Promise.resolve({ candidates: [], problems: [...problems], roots: [], complete: true }),
    get: () => Promise.resolve(undefined),
  }
}

it('tells of a broken skill that turns up between turns, once, however often it is met [F19]', async () => {
  const problems = [problemOf('early')]
  const host = await openHost((_request, index) => {
    if (index === 0) problems.push(problemOf('late'), problemOf('fine', 'note'))
    return `answer ${index}`
  })
  host.ctx.skills.registerProvider(brokenProvider(problems))
  host.input.end('one\ntwo\nthree\n')
  expect(await host.run()).toBe('completed')
  const notices = await host.notices
  expect(notices.match(/^error: .*$/gm)).toEqual([
    'error: /skills/early/SKILL.md:1: there is no header (write one)',
    'error: /skills/late/SKILL.md:1: there is no header (write one)',
  ])
  expect(notices).not.toContain('fine')
  expect(await host.answers).toBe('answer 0\nanswer 1\nanswer 2\n')
})

it('does not hold an answer back for a provider that is slow to list, and goes on where none can', async () => {
  const host = await openHost((_request, index) => `answer ${index}`)
  let lookCount = 0
  host.ctx.skills.registerProvider({
    ...brokenProvider([]),
    list: async ({ signal }) => {
      lookCount += 1
      if (lookCount === 1) return []
      if (lookCount === 3) return [{ name: 'Not a name' }] as never
      return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  host.input.end('one\ntwo\nthree\n')
  expect(await host.run()).toBe('completed')
  expect(await host.answers).toBe('answer 0\nanswer 1\nanswer 2\n')
  expect(await host.notices).toMatch(/^The skills cannot be listed: .*broken/m)
})

it('says at the first session in a project, once, how many skills come from it and where from', async () => {
  const run = async (toldDirectory: string, display?: HostOptions['display']): Promise<string> => {
    const host = await openHost(() => 'fine', display && { display })
    host.ctx.skills.registerProvider({
      ...brokenProvider([]),
      list: () =>
        Promise.resolve({
          candidates: [
            { name: 'tea', description: 'T.', provider: 'broken', source: 'project-dsh', rank: 100, locator: {} },
          ],
          problems: [],
          roots: [{ path: '/.dsh/skills', source: 'project-dsh', rank: 100, state: 'read' }],
          complete: true,
          project: { root: '/', foundBy: 'git' },
        }),
    })
    host.input.end('one\ntwo\n')
    expect(await host.run({ toldDirectory })).toBe('completed')
    return display ? await host.answers : await host.notices
  }
  const text =
    'First session in this project. 1 skill comes from it, and may tell the model what to do: 1 from /.dsh/skills (tea). dsh skills list lists them.'
  const directory = temporaryFolder()
  expect((await run(directory)).split('\n').filter((line) => line.startsWith('First'))).toEqual([text])
  expect(await run(temporaryFolder(), jsonDisplay)).toContain(`\n${JSON.stringify({ type: 'note', message: text })}\n`)
  expect(await run(directory)).not.toContain('First')
})
