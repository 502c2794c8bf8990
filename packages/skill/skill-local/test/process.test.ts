import { execFileSync } from 'node:child_process'
import { appendFileSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LocalFileService, type FileHead, type HeadAnswer, type HeadOptions } from '@deepseek-ai/dsh-fs'
import { FILE_MAX_BYTES } from '@deepseek-ai/dsh-skill-format'
import { runNode, skillText, type Tree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FLOODS, NESTING } from '../../skill-format/test/hostile.ts'
import { makeWorld, ranked } from './world.ts'

const P = 'R/.dsh/skills'
const git = { 'R/.git': { dir: true } } as const
const good = { [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.') }

const withHeader = (yaml: string): string => `---\n${yaml}\n---\nDo it.\n`

/** Files with these headers, by the name of their folder. */
function filesWith(headers: Readonly<Record<string, string>>): Tree {
  return Object.fromEntries(Object.entries(headers).map(([name, yaml]) => [`${P}/${name}/SKILL.md`, withHeader(yaml)]))
}

/** Begins to listen at each path, and to add to each file, until the test ends. */
async function makeLively(sockets: readonly string[], growing: readonly string[]): Promise<void> {
  for (const path of sockets) {
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
  }
  const timer = setInterval(() => {
    for (const path of growing) appendFileSync(path, 'x'.repeat(65_536))
  }, 2)
  onTestFinished(() => clearInterval(timer))
}

describe.each(['22', '24'] as const)('a process of Node %s', (node) => {
  const child = (script: string, ...args: readonly string[]) =>
    runNode({ node, args: [join(import.meta.dirname, 'children', script), ...args] })

  it('survives files that are none, that have no end and that grow, and loads what is beside them [A3] [A6]', async () => {
    const fifos = ['fifo-1', 'fifo-2', 'fifo-3', 'fifo-4', 'fifo-5']
    const world = makeWorld({
      ...git,
      ...good,
      ...Object.fromEntries([...fifos, 'socket'].map((name) => [`${P}/${name}`, { dir: true }])),
      [`${P}/tty/SKILL.md`]: { link: '/dev/tty' },
      [`${P}/zero/SKILL.md`]: { link: '/dev/zero' },
      [`${P}/sparse/SKILL.md`]: skillText('sparse'),
      [`${P}/large/SKILL.md`]: skillText('large'),
      [`${P}/growing/SKILL.md`]: skillText('growing').padEnd(FILE_MAX_BYTES, 'x'),
    })
    const at = (name: string): string => world.at(`${P}/${name}/SKILL.md`)
    for (const name of fifos) execFileSync('mkfifo', [at(name)])
    truncateSync(at('sparse'), 1_000_000_000)
    truncateSync(at('large'), 300_000_000)
    await makeLively([at('socket')], [at('growing')])
    const { code, signal, stdout, stderr } = await child('meet.ts', world.at('R'))
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
    const answers = JSON.parse(stdout) as readonly {
      readonly loaded: readonly string[]
      readonly refused: readonly string[]
    }[]
    for (const { loaded, refused } of answers) {
      expect(loaded.filter((line) => !line.startsWith('growing'))).toEqual(['good: Do it.'])
      expect(refused.filter((line) => !line.endsWith('growing'))).toEqual([
        ...fifos.map((name) => `not-regular-file ${name}`),
        'file-too-large large',
        'not-regular-file socket',
        'file-too-large sparse',
        'not-regular-file tty',
        'not-regular-file zero',
      ])
    }
  })

  it('survives headers that nest, refer to themselves or reach for prototypes, whichever it meets first [B1] [B3] [B4]', async () => {
    const bomb = [
      'a0: &a0 [x]',
      ...Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]`),
    ]
    const depths = [850, 1_200, 8_000]
    const nests = Object.values(NESTING).flatMap((shape, index) =>
      depths.map((depth) => [`0-nest-${index}-${depth}`, shape(depth)] as const),
    )
    const world = makeWorld({
      ...git,
      ...good,
      ...filesWith({
        ...Object.fromEntries(nests),
        bomb: `name: bomb\ndescription: Boom.\n${bomb.join('\n')}`,
        cycle: 'name: cycle\ndescription: Round.\nmetadata: &m { self: *m }',
        proto: 'name: proto\ndescription: P.\nmetadata: { __proto__: { x: 1 }, constructor: { prototype: { x: 1 } } }',
      }),
    })
    const { code, signal, stdout, stderr } = await child('meet.ts', world.at('R'))
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
    const [repair, strict] = JSON.parse(stdout) as readonly {
      readonly loaded: readonly string[]
      readonly refused: readonly string[]
    }[]
    expect(repair?.loaded).toEqual(['bomb: Do it.', 'cycle: Do it.', 'good: Do it.', 'proto: Do it.'])
    expect(repair?.refused.map((line) => line.split(' ')[0])).toEqual(nests.map(() => 'header-too-complex'))
    expect(strict?.loaded).toEqual(['good: Do it.', 'proto: Do it.'])
    expect(strict?.refused.slice(-2)).toEqual(['yaml-alias bomb', 'yaml-alias cycle'])
  })

  it('takes no memory to speak of for files of any size [A6]', async () => {
    const usual = { 'a/SKILL.md': skillText('a').padEnd(FILE_MAX_BYTES, 'x'), 'b/SKILL.md': '# None' }
    const inFolder = (root: string, tree: Readonly<Record<string, string>>): Tree =>
      Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${root}/.dsh/skills/${path}`, text]))
    const world = makeWorld({
      ...inFolder('usual', usual),
      ...inFolder('huge', { ...usual, 'c/SKILL.md': skillText('c') }),
    })
    truncateSync(world.at('huge/.dsh/skills/b/SKILL.md'), 1_000_000_000)
    truncateSync(world.at('huge/.dsh/skills/c/SKILL.md'), 300_000_000)
    const result = await child('memory.ts', world.at('usual'), world.at('huge'))
    expect(result.stderr).toBe('')
    expect(Number(result.stdout)).toBeLessThan(8 * 1024 * 1024)
  })
})

describe('many hostile headers', () => {
  it('are parsed in many turns of the event loop, and an abort in one of them ends the look [B2]', async () => {
    const floods = Object.values(FLOODS).map((yaml, index) => [`flood-${index}`, yaml] as const)
    let turn = 0
    const turnsWithWork = new Set<number>()
    let onText = (): void => {}
    class WatchedFiles extends LocalFileService {
      override async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
        const answers = await super.readHeads(paths, options)
        return answers.map((answer) => (answer === 'unchanged' || answer instanceof Error ? answer : watched(answer)))
      }
    }
    const watched = (head: FileHead): FileHead => ({
      ...head,
      get text() {
        turnsWithWork.add(turn)
        onText()
        return head.text
      },
    })
    let isDone = false
    const counting = (async () => {
      while (!isDone) {
        await setImmediate()
        turn += 1
      }
    })()
    const tree = { ...git, ...good, ...filesWith(Object.fromEntries(floods)) }
    const world = makeWorld(tree, { tolerance: 'repair', fileService: new WatchedFiles() })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    expect(found.problems?.filter(({ severity }) => severity === 'error').length).toBeGreaterThanOrEqual(floods.length)
    // Two calls for heads, the second for long ones: that would be two turns.
    expect(turnsWithWork.size).toBeGreaterThan(4)

    const controller = new AbortController()
    const reason = new Error('enough')
    const before = turnsWithWork.size
    onText = () => void setImmediate().then(() => controller.abort(reason))
    await expect(world.fresh().list({ cwd: world.at('R'), signal: controller.signal })).rejects.toBe(reason)
    expect(turnsWithWork.size - before).toBeLessThan(4)
    isDone = true
    await counting
  })
})
