import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { FILE_MAX_BYTES } from '@deepseek-ai/dsh-skill-format'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { selectEntries } from '../src/targets.ts'
import { candidateNamed, makeWorld, problemLines, ranked, type World } from './world.ts'

const P = 'R/.dsh/skills'
const git = { 'R/.git': { dir: true } } as const
const good = { [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.') }

async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
}

describe('what is no regular file', () => {
  it('is skipped with a problem and blocks nothing: fifo, socket, device, terminal [A3]', async () => {
    const world = makeWorld({
      ...git,
      ...good,
      ...Object.fromEntries(
        ['fifo-1', 'fifo-2', 'fifo-3', 'fifo-4', 'fifo-5', 'socket'].map((name) => [`${P}/${name}`, { dir: true }]),
      ),
      [`${P}/tty/SKILL.md`]: { link: '/dev/tty' },
      [`${P}/zero/SKILL.md`]: { link: '/dev/zero' },
      [`${P}/null.md`]: { link: '/dev/null' },
    })
    for (const index of [1, 2, 3, 4, 5]) execFileSync('mkfifo', [world.at(`${P}/fifo-${index}/SKILL.md`)])
    execFileSync('mkfifo', [world.at(`${P}/flat.md`)])
    execFileSync('mkfifo', [world.at(`${P}/ignored`)])
    await listenAt(world.at(`${P}/socket/SKILL.md`))
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    expect(found.problems?.map(({ code, skill }) => `${code} ${skill}`)).toEqual([
      'not-regular-file flat',
      'not-regular-file null',
      ...[1, 2, 3, 4, 5].map((index) => `not-regular-file fifo-${index}`),
      'not-regular-file socket',
      'not-regular-file tty',
      'not-regular-file zero',
    ])
    expect(found.complete).toBe(true)
  })

  it('is skipped with a problem when it is a folder called SKILL.md or x.md [A5]', async () => {
    const world = makeWorld({
      ...git,
      ...good,
      [`${P}/dir/SKILL.md`]: { dir: true },
      [`${P}/x.md`]: { dir: true },
      [`${P}/y.md/SKILL.md`]: skillText('y'),
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100', 'y@100'])
    expect(problemLines(world, found.problems)).toEqual([
      `error not-regular-file dir ${P}/dir/SKILL.md`,
      `warning not-regular-file x ${P}/x.md`,
      `note name-not-folder y ${P}/y.md/SKILL.md`,
    ])
  })
})

describe('a name on the disk that is not UTF-8', () => {
  it('is named in a problem, whether of a folder, a flat file or a link, and costs only itself', async () => {
    const world = makeWorld({ ...git, ...good, [`${P}/caf\uFFFD/SKILL.md`]: skillText('replaced') })
    const bytes = (name: string): Buffer => Buffer.from(`${world.at(P)}/${name}`, 'latin1')
    mkdirSync(bytes('b\xe9'))
    writeFileSync(bytes('c\xe9.md'), skillText('c'))
    symlinkSync('good', bytes('d\xe9'))
    writeFileSync(bytes('e\xe9.txt'), '')
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['replaced@100', 'good@100'])
    expect(
      problemLines(
        world,
        found.problems?.filter(({ severity }) => severity === 'error'),
      ),
    ).toEqual([
      `error name-not-utf8 d\uFFFD ${P}/d\uFFFD`,
      `error name-not-utf8 b\uFFFD ${P}/b\uFFFD`,
      `error name-not-utf8 c\uFFFD ${P}/c\uFFFD.md`,
    ])
    expect(found.complete).toBe(true)
  })
})

describe('a large file', () => {
  async function codesFor(world: World): Promise<readonly string[]> {
    return ((await world.list('R')).problems ?? []).map(({ code }) => code)
  }

  it('is skipped when it is over the limit, and read no further than its header [A6]', async () => {
    const world = makeWorld({ ...git, ...good, [`${P}/big/SKILL.md`]: skillText('big'), [`${P}/sparse/SKILL.md`]: '' })
    truncateSync(world.at(`${P}/big/SKILL.md`), 300_000_000)
    truncateSync(world.at(`${P}/sparse/SKILL.md`), 1_000_000_000)
    expect(ranked(await world.list('R'))).toEqual(['good@100'])
    const codes = await codesFor(world)
    expect(codes).toContain('file-too-large')
    expect(codes.length).toBe(2)
  })

  it('loads up to the limit, and not with one byte more [A6]', async () => {
    const text = skillText('big')
    for (const [size, codes] of [
      [FILE_MAX_BYTES - 1, []],
      [FILE_MAX_BYTES, []],
      [FILE_MAX_BYTES + 1, ['file-too-large']],
    ] as const) {
      const world = makeWorld({ ...git, [`${P}/big/SKILL.md`]: text.padEnd(size, 'x') })
      expect(await codesFor(world)).toEqual(codes)
    }
  })

  it('that has outgrown the limit since it was listed is not loaded, and says why [A6]', async () => {
    const world = makeWorld({ ...git, ...good })
    const candidate = candidateNamed(await world.list('R'), 'good')
    writeFileSync(world.at(`${P}/good/SKILL.md`), skillText('good').padEnd(FILE_MAX_BYTES, 'x'))
    expect(await world.provider.get(candidate, {})).toMatchObject({ name: 'good' })
    writeFileSync(world.at(`${P}/good/SKILL.md`), skillText('good').padEnd(FILE_MAX_BYTES + 1, 'x'))
    await expect(world.provider.get(candidate, {})).rejects.toThrow('larger than 2097152 bytes')
  })
})

describe('many entries', () => {
  const rootOf = (count: number, source = 'custom') => {
    const entries = Array.from({ length: count }, (_, index) => ({
      name: `s${count - index}`,
      kind: 'directory' as const,
    }))
    return selectEntries({ rank: 1, source, path: '/r', realPath: '/r', state: 'read', entries })
  }

  it('are looked at up to a limit, the first in code-unit order; one problem counts the rest [A12]', () => {
    for (const count of [19_999, 20_000]) {
      expect(rootOf(count).entries.length).toBe(count)
      expect(rootOf(count).problems).toEqual([])
    }
    const { entries, problems } = rootOf(20_003)
    expect(entries.length).toBe(20_000)
    expect(entries.map(({ name }) => name)).toEqual(entries.map(({ name }) => name).toSorted())
    expect(problems).toMatchObject([{ code: 'entries-limit', path: '/r' }])
    expect(problems[0]?.message).toBe('The folder has more than 20000 entries: 3 are left out.')
  })

  it('do not count what is not looked at', () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({ name: `s${index}`, kind: 'directory' as const }))
    const all = [...entries, { name: '.system', kind: 'directory' as const }]
    expect(
      selectEntries({ rank: 1, source: 'user-dsh', path: '/r', realPath: '/r', state: 'read', entries: all }).problems,
    ).toEqual([])
  })
})
