import { LocalFileService } from '@deepseek-ai/dsh-fs'
import { describe, expect, it } from 'vitest'
import { filesOfService } from '../src/service-files.ts'
import { walkFolders, type WalkOptions } from '../src/walk.ts'
import { makeWorld, problemLines, type World } from './world.ts'

const files = filesOfService(new LocalFileService(), { checksEveryLink: false })

async function walk(world: World, starts: readonly string[], options: Partial<WalkOptions> = {}) {
  const rule = { projectLinks: 'follow', boundary: undefined } as const
  const paths = starts.map((start) => world.at(start))
  const { folders, problems } = await walkFolders(paths, { files, rule, ...options })
  const root = world.at('').replace(/\/$/, '')
  return {
    folders: folders.map(({ path }) => path.slice(root.length + 1)),
    problems: problemLines(world, problems),
  }
}

describe('a walk', () => {
  it('calls a folder by its own path where it has one, and lists it once [G37]', async () => {
    const world = makeWorld({
      'w/a/link': { link: '../z' },
      'w/a/up': { link: '..' },
      'w/b': { link: 'a' },
      'w/root': { link: '/' },
      'w/gone': { link: 'nowhere' },
      'w/loop': { link: 'loop' },
      'w/z/in/x.md': 'x',
      'w/out': { link: '../out' },
      'out/1/2/3/4/5/6/x.md': 'x',
    })
    expect(await walk(world, ['w', 'w/b', 'w'])).toEqual({
      folders: ['w', 'w/a', 'w/out', 'w/out/1', 'w/out/1/2', 'w/out/1/2/3', 'w/out/1/2/3/4', 'w/z', 'w/z/in'],
      problems: ['note look-limit - w/out/1/2/3/4'],
    })
  })

  it('follows no link out of the project where they must stay inside, and leaves out what it is told to [G37]', async () => {
    const world = makeWorld({
      'w/out': { link: '../o' },
      'w/in': { link: 'b' },
      'w/b/c/x': '',
      'o/x': '',
      'w/.system/x': '',
    })
    const rule = { projectLinks: 'inside', boundary: world.at('w') } as const
    const { folders } = await walk(world, ['w'], { rule, skipped: new Set([world.at('w/.system')]) })
    expect(folders).toEqual(['w', 'w/b', 'w/b/c'])
  })

  it('leaves out the samples of a skill, and tells what may be misspelled [G37]', async () => {
    const world = makeWorld({
      'w/tea/SKILL.md': 'x',
      'w/tea/examples/a/SKILL.md': 'x',
      'w/tea/more/scripts/SKILL.md': 'x',
      'w/examples/b/skill.md': 'x',
      'w/examples/b/._skill.md': 'x',
    })
    const rule = { projectLinks: 'follow', boundary: undefined } as const
    const { folders } = await walkFolders([world.at('w')], { files, rule })
    expect(folders.map(({ path, ...rest }) => [path.slice(world.at('w').length), rest])).toMatchObject([
      ['', { hasSkillFile: false }],
      ['/examples', {}],
      ['/examples/b', { hasSkillFile: false, documents: ['skill.md'] }],
      ['/tea', { hasSkillFile: true, isInSkill: false, documents: [] }],
      ['/tea/more', { isInSkill: true }],
    ])
  })

  it('ends at a number of folders, and says how many it left out [G37]', async () => {
    const world = makeWorld(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`w/f${index}/x`, ''])))
    const { folders, problems } = await walk(world, ['w'], { foldersMaxCount: 4 })
    expect({ count: folders.length, problems }).toEqual({ count: 4, problems: ['note look-limit - w'] })
  })

  it('goes on where it may not look, and stops at an abort [G37]', async () => {
    const world = makeWorld({ 'w/a/x': '', 'w/locked/x': '' })
    const local = new LocalFileService()
    const locked = Object.assign(Object.create(local) as LocalFileService, {
      listDir: (path: string) =>
        path.endsWith('locked')
          ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
          : local.listDir(path),
    })
    const options = { files: filesOfService(locked, { checksEveryLink: false }) }
    expect(await walk(world, ['w'], options)).toEqual({
      folders: ['w', 'w/a'],
      problems: ['error unreadable - w/locked'],
    })
    const reason = new Error('enough')
    await expect(walk(world, ['w'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
