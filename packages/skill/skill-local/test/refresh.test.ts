import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { LocalFileService, type FileStamp, type HeadAnswer, type HeadOptions } from '@deepseek-ai/dsh-fs'
import { parseHeader } from '@deepseek-ai/dsh-skill-format'
import { skillText } from '@deepseek-ai/dsh-testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rememberHead } from '../src/head-memory.ts'
import { makeWorld, ranked } from './world.ts'

/** The local files, and how each head was answered. */
class WatchedFiles extends LocalFileService {
  answers: string[] = []

  override async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
    const answers = await super.readHeads(paths, options)
    this.answers.push(...answers.map((answer) => (answer === 'unchanged' ? answer : 'read')))
    return answers
  }
}

const root = 'home/.dsh/skills'

/** Sets the clock of a file's content back; its change time cannot be set, so the test waits for that where it counts. */
function settle(path: string): void {
  utimesSync(path, 1, 1)
}

describe('rememberHead', () => {
  const verdict = parseHeader({ text: skillText('x'), isComplete: true }, { path: '/x' })
  const stamp = (changedMs: number) => ({ key: 'k', changedMs })

  it('trusts a stamp only of a file that had been at rest for two seconds when it was read', () => {
    if (verdict.kind === 'more') throw new Error('The header is complete.')
    const remember = (stamp: FileStamp | undefined, readAtMs: number) =>
      rememberHead(verdict, { stamp, readAtMs, before: undefined })
    expect(remember(stamp(1_000), 3_000)).toEqual({ verdict, stampKey: undefined, listed: undefined })
    expect(remember(stamp(1_000), 3_001)).toEqual({ verdict, stampKey: 'k' })
    expect(remember(stamp(9_000), 3_000)).toEqual({ verdict, stampKey: undefined, listed: undefined })
    expect(remember(undefined, 3_001)).toEqual({ verdict, stampKey: undefined, listed: undefined })
  })
})

describe('the next list', () => {
  it('reads no file that has been at rest since it was read, and every other', async () => {
    const files = new WatchedFiles()
    const world = makeWorld(
      { [`${root}/a/SKILL.md`]: skillText('a'), [`${root}/b/SKILL.md`]: skillText('b') },
      { fileService: files },
    )
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const first = await world.list()
    expect(files.answers).toEqual(['read', 'read'])
    files.answers = []
    expect(await world.list()).toEqual(first)
    expect(files.answers).toEqual(['unchanged', 'unchanged'])
    files.answers = []
    writeFileSync(world.at(`${root}/b/SKILL.md`), skillText('b', 'Changed.'))
    settle(world.at(`${root}/b/SKILL.md`))
    expect((await world.list()).candidates.map(({ description }) => description)).toEqual(['A a skill.', 'Changed.'])
    expect(files.answers).toEqual(['unchanged', 'read'])
  })

  it('parses only the headers that changed', async () => {
    const world = makeWorld({ [`${root}/a/SKILL.md`]: skillText('a'), [`${root}/b/SKILL.md`]: skillText('b') })
    const before = (await world.list()).candidates.map(({ locator }) => locator)
    writeFileSync(world.at(`${root}/a/SKILL.md`), `${skillText('a')}\nMore of the body.\n`)
    writeFileSync(world.at(`${root}/b/SKILL.md`), skillText('b', 'Changed.'))
    const after = (await world.list()).candidates.map(({ locator }) => locator)
    const isSameVerdict = before.map((locator, index) => verdictOf(locator) === verdictOf(after[index]))
    expect(isSameVerdict).toEqual([true, false])
  })

  it('shows today’s disk after every kind of change, however quickly it follows [R12]', async () => {
    const world = makeWorld({ [`${root}/a/SKILL.md`]: skillText('a') })
    const file = world.at(`${root}/a/SKILL.md`)
    const described = async () =>
      (await world.list()).candidates.map(({ name, description }) => `${name}: ${description}`)
    expect(await described()).toEqual(['a: A a skill.'])
    writeFileSync(file, skillText('a', 'B a skill.'))
    expect(await described()).toEqual(['a: B a skill.'])
    writeFileSync(`${file}.tmp`, skillText('a', 'C a skill.'))
    renameSync(`${file}.tmp`, file)
    expect(await described()).toEqual(['a: C a skill.'])
    writeFileSync(file, '---\nname: a\ndescription: [broken\n---\n')
    expect(await described()).toEqual([])
    writeFileSync(file, skillText('a', 'D a skill.'))
    expect(await described()).toEqual(['a: D a skill.'])
    renameSync(world.at(`${root}/a`), world.at(`${root}/z`))
    expect(await described()).toEqual(['a: D a skill.'])
    mkdirSync(world.at(`${root}/b`))
    writeFileSync(world.at(`${root}/b/SKILL.md`), skillText('b'))
    expect(await described()).toEqual(['b: A b skill.', 'a: D a skill.'])
    rmSync(world.at(`${root}/z`), { recursive: true })
    expect(await described()).toEqual(['b: A b skill.'])
  })

  it('is the same as a first list, whatever was written in between', async () => {
    const names = ['a', 'b', 'c'] as const
    const texts = fc.constantFrom(
      skillText('a'),
      skillText('b', 'Two.'),
      skillText('c', 'Two.', 'x'),
      '# No header\n',
      undefined,
    )
    const change = fc.record({ name: fc.constantFrom(...names), text: texts })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 5 }), async (rounds) => {
        const world = makeWorld({ [root]: { dir: true } })
        for (const round of rounds) {
          for (const { name, text } of round) {
            rmSync(world.at(`${root}/${name}`), { recursive: true, force: true })
            if (text === undefined) continue
            mkdirSync(world.at(`${root}/${name}`))
            writeFileSync(world.at(`${root}/${name}/SKILL.md`), text)
          }
          const again = await world.list()
          const fresh = await world.fresh().list({})
          expect(again).toEqual(fresh)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('goes on from what an aborted one has read', async () => {
    const controller = new AbortController()
    const seen: unknown[] = []
    class ImpatientFiles extends WatchedFiles {
      override async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
        seen.push(...(options.known ?? []))
        if (seen.length > 128) controller.abort(new Error('enough'))
        return super.readHeads(paths, options)
      }
    }
    const names = Array.from({ length: 200 }, (_, index) => `s${index}`)
    const tree = Object.fromEntries(names.map((name) => [`${root}/${name}/SKILL.md`, skillText(name)]))
    const world = makeWorld(tree, { fileService: new ImpatientFiles() })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    await expect(world.provider.list({ signal: controller.signal })).rejects.toThrow('enough')
    seen.length = 0
    expect((await world.list()).candidates.length).toBe(200)
    expect(seen.filter((key) => key !== undefined).length).toBe(128)
  })

  it('forgets nothing of one project while another is listed', async () => {
    const files = new WatchedFiles()
    const world = makeWorld(
      {
        'one/.dsh/skills/a/SKILL.md': skillText('a', 'In one.'),
        'two/.dsh/skills/a/SKILL.md': skillText('a', 'In two.'),
      },
      { fileService: files },
    )
    for (const cwd of ['one', 'two', 'one', 'two']) {
      const found = await world.list(cwd)
      expect(ranked(found)).toEqual(['a@100'])
      expect(found.candidates[0]?.description).toBe(`In ${cwd}.`)
    }
  })

  it('lists the very same candidate as long as nothing of it has changed', async () => {
    const tree = { 'one/.dsh/skills/a/SKILL.md': skillText('a'), 'two/x': '' }
    const world = makeWorld(tree, { customSkillDirs: ['one/.dsh/skills'] })
    const listed = async (cwd: string) => (await world.list(cwd)).candidates[0]
    const first = await listed('one')
    expect(await listed('one')).toBe(first)
    // The same folder, as another root.
    const custom = await listed('two')
    expect([first?.rank, custom?.rank]).toEqual([100, 300])
    expect((await listed('one'))?.rank).toBe(100)
    writeFileSync(world.at('one/.dsh/skills/a/SKILL.md'), skillText('a', 'Changed.'))
    expect((await listed('one'))?.description).toBe('Changed.')
  })
})

function verdictOf(locator: unknown): unknown {
  return typeof locator === 'object' && locator !== null && 'verdict' in locator ? locator.verdict : undefined
}
