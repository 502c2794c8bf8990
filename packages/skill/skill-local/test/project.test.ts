import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { makeWorld, problemLines, ranked } from './world.ts'

describe('the project', () => {
  it('is the worktree that cwd is in, whose .git is a file [F34]', async () => {
    const world = makeWorld({
      'R/.git': { dir: true },
      'R/.dsh/skills/todo/SKILL.md': skillText('todo', 'Version 1.'),
      'W/.git': 'gitdir: ../R/.git/worktrees/W\n',
      'W/src': { dir: true },
      'W/.dsh/skills/todo/SKILL.md': skillText('todo', 'Version 2.'),
      'W/.dsh/skills/fresh/SKILL.md': skillText('fresh'),
    })
    for (const cwd of ['W/src', 'W']) {
      const found = await world.list(cwd)
      expect(found.project).toEqual({ root: world.at('W'), foundBy: 'git' })
      expect(found.candidates.map(({ name, description }) => [name, description])).toEqual([
        ['fresh', 'A fresh skill.'],
        ['todo', 'Version 2.'],
      ])
    }
  })

  it('is cwd itself where there is no .git above, and no other folder [F36]', async () => {
    const world = makeWorld({ 'D/.dsh/skills/hello/SKILL.md': skillText('hello'), 'D/sub': { dir: true } })
    const above = await world.list('D')
    expect(above.project).toEqual({ root: world.at('D'), foundBy: 'cwd' })
    expect(ranked(above)).toEqual(['hello@100'])
    const below = await world.list('D/sub')
    expect(below.project).toEqual({ root: world.at('D/sub'), foundBy: 'cwd' })
    expect(ranked(below)).toEqual([])
    expect(below.roots?.map(({ path, state }) => [path, state])).toEqual([
      [world.at('D/sub/.dsh/skills'), 'missing'],
      [world.at('D/sub/.agents/skills'), 'missing'],
      [world.at('home/.dsh/skills'), 'missing'],
      [world.at('home/.agents/skills'), 'missing'],
    ])
  })

  it('has skills at its root only, not in its packages and not above it [F37]', async () => {
    const world = makeWorld({
      '.dsh/skills/above/SKILL.md': skillText('above'),
      'R/.git': { dir: true },
      'R/.agents/skills/here/SKILL.md': skillText('here'),
      'R/packages/api/.dsh/skills/api-lint/SKILL.md': skillText('api-lint'),
    })
    expect(ranked(await world.list('R/packages/api'))).toEqual(['here@200'])
  })

  it('is a submodule for a cwd in it, and the superproject for any other [F40]', async () => {
    const world = makeWorld({
      'R/.git': { dir: true },
      'R/.dsh/skills/sub': { dir: true },
      'R/vendor/pack/.git': 'gitdir: ../../.git/modules/pack\n',
      'R/vendor/pack/.dsh/skills/packed/SKILL.md': skillText('packed'),
    })
    expect(ranked(await world.list('R/vendor/pack'))).toEqual(['packed@100'])
    const found = await world.list('R')
    expect(ranked(found)).toEqual([])
    expect(found.problems).toEqual([])
  })

  it('is home when that is the nearest folder with .git: its skills are the user’s, once [F42]', async () => {
    const world = makeWorld({
      'home/.git': { dir: true },
      'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
      'home/scratch/.dsh/skills/local/SKILL.md': skillText('local'),
    })
    const found = await world.list('home/scratch')
    expect(found.project).toEqual({ root: world.at('home'), foundBy: 'git' })
    expect(found.candidates.map(({ name, rank, source }) => [name, rank, source])).toEqual([['mine', 400, 'user-dsh']])
    expect(found.aliases).toEqual([])
  })

  it('is not marked by a .git that is neither folder nor file, nor by a link to nowhere', async () => {
    const world = makeWorld({ 'R/.git': { dir: true }, 'R/a/.git': { link: 'gone' }, 'R/a/b': { dir: true } })
    expect((await world.list('R/a/b')).project?.root).toBe(world.at('R'))
  })

  it('is told apart from a broken .git by a problem', async () => {
    const world = makeWorld({ 'R/.git': { dir: true }, 'R/a/.git': { link: '.git' } })
    const found = await world.list('R/a')
    expect(found.project?.root).toBe(world.at('R'))
    expect(problemLines(world, found.problems)).toEqual(['error link-loop - R/a/.git'])
    expect(found.complete).toBe(true)
  })
})

describe('without a usable cwd', () => {
  const tree = {
    'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
    'team/ours/SKILL.md': skillText('ours'),
    file: '',
  }

  it('there are user and custom skills, and no project', async () => {
    const world = makeWorld(tree, { customSkillDirs: ['team'] })
    const found = await world.list()
    expect(ranked(found)).toEqual(['ours@300', 'mine@400'])
    expect(found).not.toHaveProperty('project')
    expect(found.roots?.map(({ rank }) => rank)).toEqual([300, 400, 500])
    expect(found.problems).toEqual([])
  })

  it('that is a deleted folder or a file, the same, with a problem', async () => {
    const world = makeWorld(tree, { customSkillDirs: ['team'] })
    for (const cwd of ['deleted', 'file', 'file/x']) {
      const found = await world.list(cwd)
      expect(ranked(found)).toEqual(['ours@300', 'mine@400'])
      expect(problemLines(world, found.problems)).toEqual([`error cwd-missing - ${cwd}`])
      expect(found.complete).toBe(true)
      expect(found).not.toHaveProperty('project')
    }
  })

  it('that is relative or empty, a lookup is a programming error', async () => {
    const { provider } = makeWorld(tree)
    await expect(provider.list({ cwd: '' })).rejects.toThrow(new TypeError('cwd must be an absolute path, got "".'))
    await expect(provider.list({ cwd: 'R' })).rejects.toThrow(TypeError)
  })
})
