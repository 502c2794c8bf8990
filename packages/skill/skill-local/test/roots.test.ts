import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { mergeRoots, type OpenRoot } from '../src/roots.ts'
import { candidateNamed, makeWorld, problemLines, ranked } from './world.ts'

describe('the roots', () => {
  it('are searched in rank order: project, custom, user [F46] [C8]', async () => {
    const places = {
      'R/.dsh/skills': ['project-dsh', 100],
      'R/.agents/skills': ['project-agents', 200],
      custom: ['custom', 300],
      'home/.dsh/skills': ['user-dsh', 400],
      'home/.agents/skills': ['user-agents', 500],
    } as const
    const folders = Object.keys(places)
    const world = makeWorld(
      {
        'R/.git': { dir: true },
        ...Object.fromEntries(
          folders.map((folder) => [`${folder}/review/SKILL.md`, skillText('review', `In ${folder}.`)]),
        ),
      },
      { customSkillDirs: ['custom'] },
    )
    const expected = Object.entries(places).map(([folder, [source, rank]]) => ({
      name: 'review',
      description: `In ${folder}.`,
      source,
      rank,
      provider: 'local',
      path: world.at(`${folder}/review/SKILL.md`),
      resourceBase: { kind: 'directory', path: world.at(`${folder}/review`) },
    }))
    for (const [index, folder] of folders.entries()) {
      const found = await world.list('R')
      expect(found.candidates).toMatchObject(expected.slice(index))
      expect(found.candidates.length).toBe(expected.length - index)
      rmSync(world.at(folder), { recursive: true })
    }
  })

  it('have custom folders in the order configured, links in them among them [F39]', async () => {
    const world = makeWorld(
      {
        'R/.git': { dir: true },
        'R/.agents/skills/root-only/SKILL.md': skillText('root-only'),
        'R/app/.agents/skills/local': { link: '../../../../pack/local' },
        'pack/local/SKILL.md': skillText('local'),
        'team/a/SKILL.md': skillText('a'),
      },
      { customSkillDirs: ['team', 'R/app/.agents/skills'] },
    )
    expect(ranked(await world.list('R/app'))).toEqual(['root-only@200', 'a@300', 'local@300'])
  })

  it('are read once when home is the project, as the user’s [F41]', async () => {
    const world = makeWorld({
      'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
      'home/.agents/skills/yours/SKILL.md': skillText('yours'),
      elsewhere: { dir: true },
    })
    const atHome = await world.list('home')
    expect(atHome.candidates.map(({ name, rank, source }) => [name, rank, source])).toEqual([
      ['mine', 400, 'user-dsh'],
      ['yours', 500, 'user-agents'],
    ])
    expect(atHome.roots?.map(({ rank, state, sameAs }) => [rank, state, sameAs])).toEqual([
      [100, 'same', world.at('home/.dsh/skills')],
      [200, 'same', world.at('home/.agents/skills')],
      [400, 'read', undefined],
      [500, 'read', undefined],
    ])
    expect(ranked(await world.list('elsewhere'))).toEqual(ranked(atHome))
  })

  it('are the same folder however it is reached: real paths decide [F33]', async () => {
    const world = makeWorld({
      'mnt/ann/.agents/skills/tmux/SKILL.md': skillText('tmux'),
      'mnt/ann/work': { dir: true },
      home: { link: 'mnt/ann' },
    })
    for (const cwd of ['mnt/ann/work', 'home/work', 'mnt/ann', 'home']) {
      const found = await world.list(cwd)
      expect(found.candidates.map(({ name, rank, source }) => [name, rank, source])).toEqual([
        ['tmux', 500, 'user-agents'],
      ])
      expect(found.aliases).toEqual([])
      expect(found.problems).toEqual([])
    }
  })

  it('show where they lead when they are links', async () => {
    const world = makeWorld({
      'R/.git': { dir: true },
      'R/.dsh/skills': { link: '../../pack' },
      'pack/x/SKILL.md': skillText('x'),
    })
    const found = await world.list('R')
    expect(found.roots?.[0]).toEqual({
      rank: 100,
      source: 'project-dsh',
      path: world.at('R/.dsh/skills'),
      realPath: world.at('pack'),
      state: 'read',
    })
    expect(candidateNamed(found, 'x').path).toBe(world.at('R/.dsh/skills/x/SKILL.md'))
  })

  it('that cannot be read cost nothing but themselves; a custom one that is missing is reported', async () => {
    const world = makeWorld(
      {
        'R/.git': { dir: true },
        'R/.dsh/skills': 'a file',
        'R/.agents/skills': { link: 'skills' },
        'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
        'home/.agents': 'a file',
      },
      { customSkillDirs: ['nowhere'] },
    )
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['mine@400'])
    expect(problemLines(world, found.problems)).toEqual([
      'error root-not-folder - R/.dsh/skills',
      'error link-loop - R/.agents/skills',
      'warning root-missing - nowhere',
      'error root-not-folder - home/.agents/skills',
    ])
    expect(found.roots?.map(({ state }) => state)).toEqual([
      'unreadable',
      'unreadable',
      'missing',
      'read',
      'unreadable',
    ])
    expect(found.complete).toBe(true)
  })
})

describe('a root that is a link to nowhere', () => {
  it('is reported, whichever folder on the way is the link, and costs only itself', async () => {
    const world = makeWorld(
      {
        'R/.git': { dir: true },
        'R/.dsh/skills': { link: '../none' },
        'R/.agents': { link: 'none' },
        'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
        'home/.agents': { link: '../agents' },
        'agents/x': '',
        team: { link: 'none' },
      },
      { customSkillDirs: ['team'] },
    )
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['mine@400'])
    expect(problemLines(world, found.problems)).toEqual([
      'error link-dangling - R/.dsh/skills',
      'error link-dangling - R/.agents',
      'error link-dangling - team',
    ])
    expect(found.roots?.map(({ state }) => state)).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
      'read',
      'missing',
    ])
    expect(found.complete).toBe(true)
  })
})

describe('mergeRoots', () => {
  const sources = ['project-dsh', 'project-agents', 'custom', 'user-dsh', 'user-agents'] as const

  it('leaves one root for each folder: the user’s if there is one, else the first', () => {
    const places = fc.array(fc.constantFrom('/a', '/b', '/c'), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(places, (realPaths) => {
        const roots = realPaths.map((realPath, index): OpenRoot => {
          return { rank: index, source: sources[index] ?? '', path: `/${index}`, realPath, state: 'read', entries: [] }
        })
        const merged = mergeRoots(roots)
        for (const realPath of new Set(realPaths)) {
          const group = merged.filter((root) => root.realPath === realPath)
          const expected = group.find(({ rank }) => rank >= 3) ?? group[0]
          expect(group.filter(({ state }) => state === 'read')).toEqual([expected])
          expect(group.filter(({ state, sameAs }) => state === 'same' && sameAs === expected?.path).length).toBe(
            group.length - 1,
          )
        }
      }),
    )
  })
})
