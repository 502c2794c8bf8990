import type { SkillCollection } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it } from 'vitest'
import { candidate, names, provides, scripted, setUp } from './setup.ts'

const skill = { description: 'A skill.', content: 'Do it.' }

describe('inspect', () => {
  it('shows winners, hidden ones among them, with all but the locator', async () => {
    const registry = setUp()
    const hidden = candidate('x', { disableModelInvocation: true, path: '/x', metadata: { a: 1 }, whenToUse: 'Now.' })
    registry.registerProvider(scripted({ list: () => [candidate('y'), hidden] }))
    const { locator: _locator, ...shown } = hidden
    const { locator: _other, ...plain } = candidate('y')
    expect((await registry.inspect({ cwd: '/w/' })).winners).toEqual([shown, plain])
    expect(await registry.inspect({ cwd: '/w/' })).toMatchObject({
      cwd: '/w',
      shadowed: [],
      problems: [],
      aliases: [],
      roots: [],
      complete: true,
    })
  })

  it('lists who is shadowed, in order of precedence, each with both paths [C8] [F46]', async () => {
    const registry = setUp()
    const roots = [
      ['project-dsh', 100],
      ['project-agents', 200],
      ['custom', 300],
      ['user-dsh', 400],
      ['user-agents', 500],
    ] as const
    let present: readonly (readonly [string, number])[] = roots
    registry.registerProvider(
      scripted({
        list: () => present.map(([source, rank]) => candidate('review', { source, rank, path: `/${source}/review` })),
      }),
    )
    while (present.length > 0) {
      const [[winner], ...losers] = present as readonly [(typeof roots)[number], ...(typeof roots)[number][]]
      const list = await registry.list({ cwd: '/w', refresh: true })
      expect(list.map(({ name, source }) => [name, source])).toEqual([['review', winner]])
      const { winners, shadowed } = await registry.inspect({ cwd: '/w' })
      expect(winners.map(({ path }) => path)).toEqual([`/${winner}/review`])
      expect(shadowed.map((loser) => [loser.skill.path, loser.shadowedBy.path])).toEqual(
        losers.map(([source]) => [`/${source}/review`, `/${winner}/review`]),
      )
      present = present.slice(1)
    }
  })

  it('keeps the name of a hidden winner from its namesakes, which list does not show either [C8]', async () => {
    const registry = setUp()
    registry.registerProvider(
      createMemoryProvider({
        name: 'project',
        skills: [{ ...skill, name: 'deploy', rank: 100, disableModelInvocation: true }],
      }),
    )
    registry.registerProvider(createMemoryProvider({ name: 'user', skills: [{ ...skill, name: 'deploy' }] }))
    expect(await registry.list()).toEqual([])
    expect((await registry.get('deploy'))?.provider).toBe('project')
    const { winners, shadowed } = await registry.inspect()
    expect(winners.map(({ provider }) => provider)).toEqual(['project'])
    expect(shadowed.map((loser) => loser.skill.provider)).toEqual(['user'])
  })

  it('passes on what the providers tell: problems, aliases, the project, and the roots by rank', async () => {
    const registry = setUp()
    const told = (name: string, rank: number): SkillCollection => ({
      candidates: [],
      problems: [
        { code: 'provider-failed', severity: 'note', message: `From ${name}.`, path: `/${name}`, hint: 'None.' },
      ],
      roots: [
        { rank, source: name, path: `/${name}/1`, state: 'read' },
        { rank: rank + 100, source: name, path: `/${name}/2`, state: 'missing' },
      ],
      aliases: [{ name: 'x', path: `/${name}/x`, aliasOf: '/x' }],
    })
    registry.registerProvider(scripted({ name: 'one', list: () => told('one', 150) }))
    registry.registerProvider(
      scripted({ name: 'two', list: () => ({ ...told('two', 100), project: { root: '/p', foundBy: 'git' } }) }),
    )
    registry.registerProvider(
      scripted({ name: 'three', list: () => ({ candidates: [], project: { root: '/q', foundBy: 'cwd' } }) }),
    )
    const inspection = await registry.inspect({ cwd: '/p/src' })
    expect(inspection.problems.map(({ message }) => message)).toEqual(['From one.', 'From two.'])
    expect(inspection.aliases.map(({ path }) => path)).toEqual(['/one/x', '/two/x'])
    expect(inspection.roots.map(({ path }) => path)).toEqual(['/two/1', '/one/1', '/two/2', '/one/2'])
    expect(inspection.project).toEqual({ root: '/p', foundBy: 'git' })
    expect(inspection.providers.map(({ name, state, timeMs }) => [name, state, timeMs >= 0])).toEqual([
      ['one', 'ok', true],
      ['two', 'ok', true],
      ['three', 'ok', true],
    ])
  })

  it('tells of a runtime skill that was kept out, with one warning, until it is withdrawn', async () => {
    const registry = setUp()
    registry.register({ ...skill, name: 'x', source: 'runtime', content: 'First.' })
    const undo = registry.register({ ...skill, name: 'x', source: 'runtime', content: 'Second.' })
    expect(registry.warnings).toEqual([
      'A second runtime skill "x" (from "runtime") was kept out; the one from "runtime" stays.',
    ])
    const codes = async (): Promise<readonly string[]> =>
      (await registry.inspect({ cwd: '/w' })).problems.map(({ code }) => code)
    expect(await codes()).toEqual(['runtime-duplicate'])
    undo()
    undo()
    expect(await codes()).toEqual([])
    expect((await registry.get('x'))?.content).toBe('First.')
  })

  it('shares the collection with list and get', async () => {
    const registry = setUp()
    const provider = provides('one', ['x'])
    registry.registerProvider(provider)
    await Promise.all([registry.inspect(), registry.list()])
    expect(names((await registry.inspect()).winners)).toEqual(['x'])
    expect(provider.lists).toBe(1)
    await registry.inspect({ refresh: true })
    expect(provider.lists).toBe(2)
  })

  it('cannot be used to change what the registry remembers', async () => {
    const registry = setUp()
    registry.registerProvider(provides('one', ['x']))
    const first = await registry.inspect()
    expect(Object.isFrozen(first.winners[0])).toBe(true)
    ;(first.winners as unknown[]).pop()
    ;(first.problems as unknown[]).pop()
    ;(first.providers as unknown[]).pop()
    expect(await registry.inspect()).toMatchObject({ winners: [{}], problems: [{}], providers: [{}] })
  })
})
