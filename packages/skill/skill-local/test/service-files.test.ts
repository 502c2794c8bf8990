import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { LocalFileService, type FileService, type HeadAnswer, type HeadOptions } from '@deepseek-ai/dsh-fs'
import { createRegistry } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { skillText, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { faultOf } from '../src/file-faults.ts'
import { filesOfService } from '../src/service-files.ts'
import { foreignServices, linkingService, plainService } from './foreign-files.ts'
import { makeWorld, problemLines } from './world.ts'

const services = { local: new LocalFileService(), ...foreignServices }
const options = { checksEveryLink: false }

const heads: Tree = {
  empty: '',
  short: 'Short.',
  'full.md': 'x'.repeat(64),
  long: 'x'.repeat(65),
  'very-long': '数'.repeat(10_000),
  cut: `${'x'.repeat(63)}数据`,
  'cut-4': `${'x'.repeat(62)}\u{1F600}y`,
  mark: '\uFEFFMarked.',
  nul: 'a\0b',
  'bad-early': Buffer.concat([Buffer.from('ab'), Buffer.from([0xff]), Buffer.from('x'.repeat(100))]),
  'bad-at-limit': Buffer.concat([Buffer.from('x'.repeat(64)), Buffer.from([0xff])]),
  'bad-late': Buffer.concat([Buffer.from('x'.repeat(90)), Buffer.from([0xff])]),
  'bad-short': Buffer.from([0x61, 0xe6, 0x95]),
  folder: { dir: true },
  gone: { link: 'nowhere' },
  loop: { link: 'loop' },
}

/** An answer without what only some services can tell. */
function plainAnswer(answer: HeadAnswer | undefined) {
  if (answer === undefined || answer === 'unchanged') return answer
  if (answer instanceof Error) return faultOf(answer) === 'dangling' ? 'gone' : faultOf(answer)
  const { text, isComplete, invalidByte, size } = answer
  return { text, isComplete, invalidByte, size }
}

describe.each(Object.entries(services))('the port over a file service with %s', (_, service) => {
  const files = filesOfService(service, options)

  it('reads the same heads as the local one', async () => {
    const root = temporaryTree(heads)
    execFileSync('mkfifo', [join(root, 'fifo')])
    const paths = [...Object.keys(heads), 'fifo', 'missing'].map((name) => join(root, name))
    const expected = await services.local.readHeads(paths, { maxBytes: 64 })
    const answers = await files.readHeads(paths, { maxBytes: 64 })
    expect(answers.map(plainAnswer)).toEqual(expected.map(plainAnswer))
  })

  it('fails alike in the other calls', async () => {
    const root = temporaryTree(heads)
    const faults = await Promise.all(
      ['missing', 'short/x', 'loop', 'folder', 'short'].map((name) => {
        const listing = files.listDir(join(root, name), {})
        return listing.then(() => 'listed', faultOf)
      }),
    )
    expect(faults).toEqual(['gone', 'gone', 'loop', 'listed', 'gone'])
    const kinds = await Promise.all(
      ['missing', 'gone', 'loop', 'folder', 'short'].map((name) =>
        files.stat(join(root, name), {}).then(({ kind }) => kind, faultOf),
      ),
    )
    expect(kinds).toEqual(['gone', 'gone', 'loop', 'directory', 'file'])
  })

  it('gives the provider the same answer, list and get', async () => {
    const tree = {
      'R/.git': { dir: true },
      'R/.dsh/skills/a/SKILL.md': skillText('a'),
      'R/.dsh/skills/long/SKILL.md': `---\nname: long\ndescription: ${'d'.repeat(9_000)}\n---\nBody.`,
      'R/.dsh/skills/bad/SKILL.md': '# Bad',
      'R/.dsh/skills/bytes/SKILL.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]),
      'R/.dsh/skills/tip.md': skillText('tip'),
      'R/.dsh/skills/gone.md': { link: 'nowhere' },
      'R/.dsh/skills/dir/SKILL.md': { dir: true },
      'R/.agents': 'a file',
      'home/.dsh/skills/b/SKILL.md': skillText('b', 'B.', 'Body '.repeat(4_000)),
    } satisfies Tree
    const world = makeWorld(tree, { fileService: service })
    const plain = makeWorld(tree)
    const found = await world.list('R')
    const expected = await plain.list('R')
    expect(found.candidates.map(({ name, description, rank }) => [name, description, rank])).toEqual(
      expected.candidates.map(({ name, description, rank }) => [name, description, rank]),
    )
    expect(problemLines(world, found.problems)).toEqual(problemLines(plain, expected.problems))
    expect(found.complete).toBe(true)
    for (const [index, candidate] of found.candidates.entries()) {
      const twin = expected.candidates[index]
      const skill = await world.provider.get(candidate, {})
      expect(skill?.content).toBe((twin && (await plain.provider.get(twin, {})))?.content)
      expect(skill?.content).toBeTypeOf('string')
    }
  })
})

describe('a file service without readHeads', () => {
  it('is asked 32 times at once, and no more', async () => {
    let running = 0
    let most = 0
    const counted = async <T>(call: Promise<T>): Promise<T> => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      return call.finally(() => {
        running -= 1
      })
    }
    const files = filesOfService(
      {
        ...plainService,
        stat: (path) => counted(plainService.stat(path)),
        readText: (path, readOptions) => counted(plainService.readText(path, readOptions)),
      },
      options,
    )
    const root = temporaryTree(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, `${index}`])))
    const paths = Array.from({ length: 100 }, (_, index) => join(root, `f${index}`))
    const answers = await files.readHeads(paths, { maxBytes: 10 })
    expect(answers.map((answer) => typeof answer === 'object' && 'text' in answer && answer.text)).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index}`),
    )
    expect(most).toBe(32)
  })

  it('is not asked for the text of a file that has the stamp known', async () => {
    const path = join(temporaryTree({ file: 'Text.' }), 'file')
    const files = filesOfService(linkingService, options)
    const { stamp } = await files.stat(path, {})
    expect(await files.readHeads([path, path], { maxBytes: 10, known: [stamp?.key, 'other'] })).toMatchObject([
      'unchanged',
      { text: 'Text.' },
    ])
  })

  it('gets another try, one call at a time, when too many files were open [A11]', async () => {
    const starve = (times: number) => {
      let failures = times
      return filesOfService(
        {
          ...plainService,
          readText: (path) => {
            failures -= 1
            const error = Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
            return failures < 0 ? plainService.readText(path) : Promise.reject(error)
          },
        },
        options,
      )
    }
    const root = temporaryTree({ a: 'a', b: 'b', c: 'c' })
    const paths = ['a', 'b', 'c'].map((name) => join(root, name))
    expect(await starve(2).readHeads(paths, { maxBytes: 10 })).toMatchObject([
      { text: 'a' },
      { text: 'b' },
      { text: 'c' },
    ])
    expect(await starve(9).readHeads(paths, { maxBytes: 10 })).toMatchObject([
      { code: 'EMFILE' },
      { code: 'EMFILE' },
      { code: 'EMFILE' },
    ])
  })

  it('may throw what it likes: each failure stays with its file', async () => {
    const files = filesOfService(
      {
        ...plainService,
        readText: (path) => {
          if (path.endsWith('a')) throw new Error('thrown at once')
          return path.endsWith('b') ? Promise.reject('no error at all') : plainService.readText(path)
        },
      },
      options,
    )
    const root = temporaryTree({ a: '', b: '', c: 'c' })
    const answers = await files.readHeads(
      ['a', 'b', 'c'].map((name) => join(root, name)),
      { maxBytes: 10 },
    )
    expect(answers).toMatchObject([
      { message: 'thrown at once' },
      { message: 'The file service failed: no error at all' },
      { text: 'c' },
    ])
  })

  it('that does not heed an abort does not hold the caller [R10]', async () => {
    const never = new Promise<never>(() => {})
    const stuck = { ...plainService, stat: () => never, listDir: () => never }
    const files = filesOfService(stuck, options)
    const calls = [
      (signal: AbortSignal) => files.stat('/', { signal }),
      (signal: AbortSignal) => files.listDir('/', { signal }),
      (signal: AbortSignal) => files.readHeads(['/a', '/b'], { maxBytes: 1, signal }),
    ]
    for (const call of calls) {
      const controller = new AbortController()
      const reason = new Error('enough')
      const outcome = call(controller.signal)
      controller.abort(reason)
      await expect(outcome).rejects.toBe(reason)
    }
  })
})

describe('links that must stay in the project', () => {
  const tree = {
    'R/.git': { dir: true },
    'R/.dsh/skills/in/SKILL.md': skillText('in'),
    'R/.dsh/skills/leak/SKILL.md': { link: '../../../../leak.md' },
    'leak.md': skillText('leak'),
    'R/.dsh/skills/out': { link: '../../../out' },
    'out/SKILL.md': skillText('out'),
  } satisfies Tree

  it('are checked one by one through a service that can tell real paths [A1]', async () => {
    const world = makeWorld(tree, { fileService: linkingService, projectLinks: 'inside' })
    const found = await world.list('R')
    expect(found.candidates.map(({ name }) => name)).toEqual(['in'])
    expect(problemLines(world, found.problems)).toEqual([
      'error link-outside-project out R/.dsh/skills/out',
      'error link-outside-project leak R/.dsh/skills/leak/SKILL.md',
    ])
  })

  it('are skipped where nobody can tell, and it is said that those in folders go unnoticed [A1]', async () => {
    const world = makeWorld(tree, { fileService: plainService, projectLinks: 'inside' })
    const found = await world.list('R')
    expect(found.candidates.map(({ name }) => name)).toEqual(['in', 'leak'])
    expect(problemLines(world, found.problems)).toEqual([
      'warning links-unchecked - R/.dsh/skills',
      'error links-unchecked out R/.dsh/skills/out',
    ])
  })
})

describe('a service that never gives as much of a file as is asked for', () => {
  it('costs the files whose header does not end in it, and no endless look', async () => {
    class Stingy extends LocalFileService {
      override async readHeads(paths: readonly string[], given: HeadOptions): Promise<readonly HeadAnswer[]> {
        return super.readHeads(paths, { ...given, maxBytes: 60 })
      }
    }
    const tree = { '.dsh/skills/a.md': skillText('a', 'A.'), '.dsh/skills/b.md': skillText('b', 'B'.repeat(100)) }
    const world = makeWorld(tree, { fileService: new Stingy() })
    const found = await world.list('.')
    expect(found.candidates.map(({ name }) => name)).toEqual(['a'])
    expect(problemLines(world, found.problems)).toEqual(['error read-failed b .dsh/skills/b.md'])
  })
})

describe('a ctx.fs that is not shaped like one', () => {
  const tree = { 'R/.git': { dir: true }, 'R/.dsh/skills/a/SKILL.md': skillText('a') } as const
  const head = { text: skillText('a'), isComplete: true, size: 40 }
  const wrong: readonly (readonly [string, object])[] = [
    ['resolve', { ...plainService, resolve: () => ({ path: '/x' }) }],
    ['resolve', { ...plainService, resolve: async () => '/x' }],
    ['resolve', { ...plainService, resolve: () => 'relative' }],
    ['stat', { ...plainService, stat: async () => undefined }],
    ['stat', { ...plainService, stat: async () => ({ isFile: () => true, size: 1 }) }],
    ['stat', { ...plainService, stat: async () => ({ kind: 'symlink', size: 1 }) }],
    ['listDir', { ...plainService, listDir: async () => ['a', 'b'] }],
    ['listDir', { ...plainService, listDir: async () => ({ entries: [] }) }],
    ['listDir', { ...plainService, listDir: async () => null }],
    ['readText', { ...plainService, readText: async () => Buffer.from('text') }],
    ['realPath', { ...plainService, realPath: async () => ({ path: '/x' }) }],
    ['readHeads', { ...plainService, readHeads: async () => 'heads' }],
    ['readHeads', { ...plainService, readHeads: async () => [{ head: 'text' }] }],
    ['readHeads', { ...plainService, readHeads: () => null }],
    ['readHeads', { ...plainService, readHeads: async () => [{ ...head, realPath: 5 }] }],
    ['readHeads', { ...plainService, readHeads: async () => [{ ...head, realPath: 'relative' }] }],
    ['readHeads', { ...plainService, readHeads: async () => [{ ...head, stamp: null }] }],
    ['readHeads', { ...plainService, readHeads: async () => [{ ...head, invalidByte: '3' }] }],
    ['listDir', { ...plainService, listDir: async () => [{ name: '../a', kind: 'directory' }] }],
    ['stat', { ...plainService, stat: undefined }],
    ['readHeads', { ...plainService, readHeads: true }],
    ['resolve', {}],
  ]

  it.each(wrong)('is named with the call, %s, and the other providers go on: case %# [G71]', async (call, service) => {
    const world = makeWorld(tree, { fileService: service as FileService })
    const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
    registry.registerProvider(world.provider)
    registry.registerProvider(createMemoryProvider({ skills: [{ name: 'tea', description: 'Tea.', content: 'T' }] }))
    const cwd = world.at('R')
    expect((await registry.list({ cwd })).map(({ name }) => name)).toEqual(['tea'])
    const { problems, complete } = await registry.inspect({ cwd })
    expect(problems.map(({ message }) => message).join('\n')).toMatch(new RegExp(`ctx\\.fs[^\\n]* ?${call}\\(\\)`))
    expect(complete).toBe(false)
    registry.close()
  })

  it.each([
    [
      'subclass',
      () =>
        new (class extends LocalFileService {
          override readText = denied
        })(),
    ],
    [
      'subclass with a method',
      () =>
        new (class extends LocalFileService {
          override async readText(): Promise<string> {
            return denied()
          }
        })(),
    ],
    [
      'heir of an object',
      () => Object.assign(Object.create(new LocalFileService()) as LocalFileService, { readText: denied }),
    ],
  ])('is not passed by where its readText denies: %s [G71]', async (_, service) => {
    const world = makeWorld(tree, { fileService: service() })
    const found = await world.list('R')
    expect(found.candidates).toEqual([])
    expect(problemLines(world, found.problems)).toEqual(['error unreadable a R/.dsh/skills/a/SKILL.md'])
    const [candidate] = (await makeWorld(tree).list('R')).candidates
    if (candidate === undefined) throw new Error('not listed')
    await expect(world.provider.get(candidate, {})).rejects.toThrow('EACCES')
  })

  it('may list a name twice, and the folder itself and the one above: each entry counts once [G71]', async () => {
    const service: FileService = {
      ...plainService,
      listDir: async (path) => {
        const entries = await plainService.listDir(path)
        return [{ name: '.', kind: 'directory' }, { name: '..', kind: 'directory' }, ...entries, ...entries]
      },
    }
    const world = makeWorld({ ...tree, 'R/.dsh/SKILL.md': skillText('above') }, { fileService: service })
    const { candidates, problems } = await world.list('R')
    expect(candidates.map(({ name }) => name)).toEqual(['a'])
    expect(problems).toEqual([])
  })

  it('costs each file that it was asked for where readHeads rejects, and nothing else [G71]', async () => {
    const service = { ...plainService, readHeads: () => Promise.reject(new Error('gave up')) }
    const world = makeWorld({ ...tree, 'R/.dsh/skills/b.md': skillText('b') }, { fileService: service })
    const { problems } = await world.list('R')
    expect(problems?.map(({ skill, message }) => [skill, message])).toEqual([
      ['a', 'It could not be read now: gave up'],
      ['b', 'It could not be read now: gave up'],
    ])
  })

  it('may replace readText and readHeads alike, and then has both [G71]', async () => {
    let calls = 0
    class Counting extends LocalFileService {
      override async readText(): Promise<string> {
        return denied()
      }
      override async readHeads(paths: readonly string[], given: HeadOptions): Promise<readonly HeadAnswer[]> {
        calls += 1
        return super.readHeads(paths, given)
      }
    }
    const world = makeWorld(tree, { fileService: new Counting() })
    expect((await world.list('R')).candidates.map(({ name }) => name)).toEqual(['a'])
    expect(calls).toBe(1)
  })
})

async function denied(): Promise<string> {
  throw Object.assign(new Error('EACCES: this file is not yours'), { code: 'EACCES' })
}
