import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalFileService, type HeadAnswer, type HeadOptions } from '@deepseek-ai/dsh-fs'
import { itNeeding, runNode, skillText, temporaryTree, type ChildOptions } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { makeWorld, problemLines, ranked } from './world.ts'

const P = '.dsh/skills'
const child = join(import.meta.dirname, 'children/list.ts')

/** A project with four skills, three of them to be spoilt, and one in each other root. */
function project(): string {
  return temporaryTree({
    '.git': { dir: true },
    [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.'),
    [`${P}/bad/SKILL.md`]: skillText('bad'),
    [`${P}/flat.md`]: skillText('flat'),
    '.agents/skills/other/SKILL.md': skillText('other'),
    'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
  })
}

async function listIn(root: string, options: Omit<ChildOptions, 'args'>, rounds = 1): Promise<unknown> {
  const result = await runNode({ args: [child, root, join(root, 'home'), `${rounds}`], ...options })
  if (result.code !== 0) throw new Error(`The child failed: ${result.stderr}`)
  return JSON.parse(result.stdout)
}

/** Makes one system call fail where it is about `path`. */
function failing(path: string, inject: string): Omit<ChildOptions, 'args'> {
  return { wrapper: ['strace', '-f', '-qq', '-o', '/dev/null', '-P', path, '-e', `inject=${inject}`] }
}

describe('a failure that passes', () => {
  itNeeding(['strace'], 'leaves out one file, and the answer is incomplete until it is read [A10]', async () => {
    const root = project()
    expect(await listIn(root, failing(join(root, `${P}/bad/SKILL.md`), 'read:error=EIO:when=1'), 2)).toEqual([
      { names: ['good', 'flat', 'other', 'mine'], problems: [`error read-failed ${P}/bad/SKILL.md`], complete: false },
      { names: ['bad', 'good', 'flat', 'other', 'mine'], problems: [], complete: true },
    ])
  })

  itNeeding(['strace'], 'leaves out one root, and the others load [A10]', async () => {
    const root = project()
    // One thread in the pool: strace counts calls by thread.
    const options = { ...failing(join(root, P), 'getdents64:error=EIO:when=1'), env: { UV_THREADPOOL_SIZE: '1' } }
    expect(await listIn(root, options, 2)).toEqual([
      { names: ['other', 'mine'], problems: [`error read-failed ${P}`], complete: false },
      { names: ['bad', 'good', 'flat', 'other', 'mine'], problems: [], complete: true },
    ])
  })

  itNeeding(['strace'], 'hides where the project is, and that is said [A10]', async () => {
    const root = project()
    const [answer] = (await listIn(root, failing(join(root, '.git'), '?statx,stat,newfstatat:error=EIO'))) as unknown[]
    expect(answer).toMatchObject({ problems: ['error read-failed .git'], complete: false })
  })

  itNeeding(['strace'], 'of too few descriptors: tried again at once, then at the next list [A11]', async () => {
    const root = project()
    const path = join(root, `${P}/bad/SKILL.md`)
    const complete = { names: ['bad', 'good', 'flat', 'other', 'mine'], problems: [], complete: true }
    expect(await listIn(root, failing(path, 'openat:error=EMFILE:when=1'))).toEqual([complete])
    const [starved, recovered] = (await listIn(root, failing(path, 'openat:error=EMFILE:when=1..4'), 2)) as unknown[]
    expect(starved).toMatchObject({ problems: [`error out-of-descriptors ${P}/bad/SKILL.md`], complete: false })
    expect(recovered).toEqual(complete)
  })

  it('of too few descriptors ends the look instead of failing a thousand times [A11]', async () => {
    class StarvedFiles extends LocalFileService {
      calls = 0
      override async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
        this.calls += 1
        if (this.calls === 1) return super.readHeads(paths, options)
        return paths.map(() => Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }))
      }
    }
    const skills = Array.from({ length: 500 }, (_, index) => `s${index}`)
    const fileService = new StarvedFiles()
    const world = makeWorld(
      Object.fromEntries(skills.map((name) => [`home/.dsh/skills/${name}/SKILL.md`, skillText(name)])),
      { fileService },
    )
    const found = await world.list()
    expect(found.candidates.length).toBe(32)
    expect(fileService.calls).toBe(2)
    expect(found.complete).toBe(false)
    expect(found.problems?.map(({ code, message }) => [code, message])).toEqual([
      ['out-of-descriptors', 'Too many files are open: 468 skill files could not be read, this one first.'],
    ])
  })

  it('does not come from a low limit alone: one descriptor is used at a time [A11]', async () => {
    const root = project()
    for (let index = 0; index < 60; index++) {
      mkdirSync(join(root, `${P}/s${index}`))
      writeFileSync(join(root, `${P}/s${index}/SKILL.md`), skillText(`s${index}`))
    }
    const [answer] = (await listIn(root, { wrapper: ['sh', '-c', 'ulimit -n 30; exec "$@"', 'sh'] })) as unknown[]
    expect(answer).toMatchObject({ problems: [], complete: true })
  })
})

describe('a failure that stays', () => {
  itNeeding(['strace'], 'is a vanished flat file, with a note; a folder without SKILL.md is nothing [A9]', async () => {
    const root = project()
    expect(await listIn(root, failing(join(root, `${P}/flat.md`), 'openat:error=ENOENT'))).toEqual([
      { names: ['bad', 'good', 'other', 'mine'], problems: [`note file-vanished ${P}/flat.md`], complete: true },
    ])
    expect(await listIn(root, failing(join(root, `${P}/bad/SKILL.md`), 'openat:error=ENOENT'))).toEqual([
      { names: ['good', 'flat', 'other', 'mine'], problems: [], complete: true },
    ])
  })

  itNeeding(['second user'], 'is one unreadable file, or folder, or root: the rest loads [A10]', async () => {
    const root = project()
    chmodSync(join(root, `${P}/bad/SKILL.md`), 0o600)
    expect(await listIn(root, { uid: 65534 })).toEqual([
      { names: ['good', 'flat', 'other', 'mine'], problems: [`error unreadable ${P}/bad/SKILL.md`], complete: true },
    ])
    chmodSync(join(root, `${P}/good`), 0o700)
    chmodSync(join(root, '.agents/skills'), 0o700)
    expect(await listIn(root, { uid: 65534 })).toEqual([
      {
        names: ['flat', 'mine'],
        problems: [
          'error unreadable .agents/skills',
          `error unreadable ${P}/bad/SKILL.md`,
          `error unreadable ${P}/good/SKILL.md`,
        ],
        complete: true,
      },
    ])
  })

  itNeeding(
    ['second user', 'strace'],
    'is said when a skill is loaded that nobody may read any more [A10]',
    async () => {
      const root = temporaryTree({ '.git': { dir: true }, [`${P}/x/SKILL.md`]: skillText('x') })
      const script = join(import.meta.dirname, 'children/load.ts')
      expect((await runNode({ args: [script, root], uid: 65534 })).stdout).toBe('x')
      const wrapper = failing(join(root, `${P}/x/SKILL.md`), 'openat:error=EACCES:when=2').wrapper ?? []
      const result = await runNode({ args: [script, root], wrapper })
      expect(result.stdout).toBe(`Error: "${join(root, P)}/x/SKILL.md": It cannot be read (EACCES).`)
    },
  )
})

describe('the calls of a list', () => {
  itNeeding(['strace'], 'are open, fstat, read and close for each skill, and none below it [F57]', async () => {
    const root = project()
    mkdirSync(join(root, `${P}/good/references/deep`), { recursive: true })
    const log = join(root, 'log')
    await listIn(root, { wrapper: ['strace', '-f', '-y', '-e', 'trace=%file,%desc', '-o', log] })
    const lines = execFileSync('grep', ['-F', `${root}/${P}/`, log], { encoding: 'utf8' })
      .trim()
      .split('\n')
    // A call that another thread interrupts takes two lines.
    const calls = lines.flatMap((line) => /^\d+ +(\w+)\(/.exec(line)?.[1] ?? [])
    expect(calls).toEqual(Array.from({ length: 3 }, () => ['openat', 'statx', 'read', 'close']).flat())
  })

  it('through ctx.fs do not grow with what lies inside the skills: one a root, two a skill [F57]', async () => {
    const calls: string[] = []
    const local = new LocalFileService()
    const count = <T>(name: string, result: T): T => {
      calls.push(name)
      return result
    }
    const skills = Array.from({ length: 110 }, (_, index) => `s${index}`)
    const world = makeWorld(
      {
        'R/.git': { dir: true },
        ...Object.fromEntries(skills.map((name) => [`R/${P}/${name}/SKILL.md`, skillText(name)])),
        ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`R/${P}/s0/data/${index % 20}/${index}`, ''])),
        [`R/${P}/s1/references`]: { link: '../s0/data' },
      },
      {
        fileService: {
          resolve: (path, base) => local.resolve(path, base),
          stat: (path) => count('stat', local.stat(path)),
          listDir: (path) => count('listDir', local.listDir(path)),
          readText: (path, options) => count('readText', local.readText(path, options)),
        },
      },
    )
    expect((await world.list('R')).candidates.length).toBe(110)
    const total = (name: string): number => calls.filter((call) => call === name).length
    expect(total('readText')).toBe(110)
    expect(total('listDir')).toBe(1)
    // One for each skill; cwd, its .git, the project’s real path, and the four roots.
    expect(total('stat')).toBe(110 + 7)
  })
})

describe('thousands of problems', () => {
  it('are cut short, and the rest counted; the answer still says whether it is complete', async () => {
    class BrokenFiles extends LocalFileService {
      override async readHeads(paths: readonly string[]): Promise<readonly HeadAnswer[]> {
        return paths.map((path) =>
          Object.assign(new Error('broken'), { code: path.includes('/s5099/') ? 'EIO' : 'EACCES' }),
        )
      }
      override async listDir() {
        return Array.from({ length: 5_100 }, (_, index) => ({ name: `s${index}`, kind: 'directory' as const }))
      }
    }
    const world = makeWorld({ 'home/.dsh/skills': { dir: true } }, { fileService: new BrokenFiles() })
    const found = await world.list()
    expect(found.problems?.length).toBe(5_001)
    expect(problemLines(world, found.problems?.slice(-1))).toEqual(['warning problems-limit - provider:local'])
    expect(found.complete).toBe(false)
    expect(ranked(found)).toEqual([])
  })
})
