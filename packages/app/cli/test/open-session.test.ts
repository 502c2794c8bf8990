import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { skillText, temporaryFolder, temporaryTree, type Tree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, vi } from 'vitest'
import { runInProcess } from './in-process.ts'

const ID = '20260102T030405006Z-0a1b2c3d4e'
const OTHER = '20260202T030405006Z-ffffffffff'

const log = (id: string): string =>
  `{"seq":0,"time":"2026-01-01T00:00:00.000Z","type":"session/start","version":1,"id":"${id}","cwd":"/"}\n`

const NEW_ONE = 'To start a new session, leave out --resume.'
const LIST = `dsh sessions list shows all. ${NEW_ONE}`

async function failure(
  tree: Tree,
  ...words: readonly string[]
): Promise<{ code: number; said: string; dshHome: string }> {
  const dshHome = temporaryTree({})
  writeTree(dshHome, tree)
  const { code, stderr } = await runInProcess(['run', '--offline', ...words, 'Hello'], {
    cwd: '/',
    env: { DSH_HOME: dshHome },
  })
  return { code, said: stderr.split('\n').find((line) => line.startsWith('dsh: ')) ?? stderr, dshHome }
}

describe('--resume of a session that is not there', () => {
  const logs = { [`sessions/${ID}.jsonl`]: log(ID), [`sessions/${OTHER}.jsonl`]: log(OTHER) }

  it.each([
    ['its start', ID.slice(0, 12), ` Did you mean ${ID}?`],
    ['its end', ID.slice(20), ` Did you mean ${ID}?`],
    ['a letter off', ID.replace('6Z', '7Z'), ` Did you mean ${ID}?`],
    ['nothing like it', 'holidays', ''],
    ['a session of the same year', '20261231T235959999Z-1111111111', ''],
  ])('names the nearest one for %s, and where to find all', async (_, typed, guess) => {
    const { code, said } = await failure(logs, '--resume', typed)
    expect({ code, said }).toEqual({ code: 1, said: `dsh: There is no session ${typed}.${guess} ${LIST}` })
  })

  it('says so, too, where there are none, or none that could be listed', async () => {
    expect((await failure({}, '--resume', ID)).said).toBe(`dsh: There is no session ${ID}. ${LIST}`)
    expect((await failure({}, '--resume', 'a/b')).said).toMatch(
      /^dsh: "a\/b" cannot be a session id: .*leave out --resume\.$/,
    )
  })
})

it.each([
  ['empty', { [`sessions/${ID}.jsonl`]: '' }, /is empty\. Remove it\. /],
  ['damaged', { [`sessions/${ID}.jsonl`]: 'oops\n{}\n' }, /Line 1 .* cannot be read: .* Move the file away/],
  ['a folder', { [`sessions/${ID}.jsonl`]: { dir: true } }, /it is a folder, .* Move it away, or remove it\. /],
] as const)('--resume of a log that is %s names the file, and says how to go on without', async (_, tree, what) => {
  const { code, said, dshHome } = await failure(tree, '--resume', ID)
  expect(code).toBe(1)
  expect(said).toMatch(what)
  expect(said).toContain(join(dshHome, `sessions/${ID}.jsonl`))
  expect(said.endsWith(NEW_ONE)).toBe(true)
})

it('a new session that cannot be kept names the folder, and how to choose another one', async () => {
  const { code, said, dshHome } = await failure({ sessions: 'a file' })
  expect(code).toBe(1)
  expect(said).toContain(`${join(dshHome, 'sessions')} is no folder, and a folder belongs there.`)
  expect(said).toMatch(/ DSH_HOME names the folder that holds sessions: set it to one that this user may write\.$/)
})

describe('a session whose folder is gone', () => {
  const tree = { 'R/.git': { dir: true }, 'R/.dsh/skills/tea.md': skillText('tea', 'Brews tea.') } as const

  /** A session in `R`, and what runs commands of its home. */
  async function begun() {
    const root = temporaryTree(tree)
    const dshHome = temporaryFolder()
    const dsh = (args: readonly string[], cwd = root, input: string | PassThrough = '') =>
      runInProcess(args, { cwd, env: { DSH_HOME: dshHome }, input })
    await dsh(['run', '--offline', '--cwd', 'R', 'Hello'])
    const [name = ''] = readdirSync(join(dshHome, 'sessions'))
    const log = (): string => readFileSync(join(dshHome, 'sessions', name), 'utf8')
    const folder = join(dshHome, 'sessions')
    const logs = (): readonly string[] =>
      readdirSync(folder)
        .filter((each) => each.endsWith('.jsonl'))
        .map((each) => readFileSync(join(folder, each), 'utf8'))
    return { root, dsh, id: name.replace('.jsonl', ''), log, logs }
  }

  it('is refused with the command that moves it, which works, and the move is kept [G45]', async () => {
    const { root, dsh, id, log } = await begun()
    const [before, old, moved] = [log(), join(root, 'R'), join(root, 'R 2')]
    renameSync(old, moved)
    const refused = await dsh(['run', '--offline', '--resume', id, 'Go on'], moved)
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' })
    const command = `dsh run --resume ${id} --cwd '${moved}' "…"`
    expect(refused.stderr).toContain(
      `dsh: The folder of session ${id} is gone: ${old}. Go on from its new place; if that is the current folder: ${command}\n`,
    )
    expect(log()).toBe(before)
    const gone = await dsh(['run', '--offline', '--resume', id, '--cwd', moved, '/skill:tea'])
    expect({ code: gone.code, stderr: gone.stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`session ${id} in ${moved}\n`) as string,
    })
    expect(gone.stderr).toContain(`notice: The session moved from ${old} to ${moved}.\n`)
    expect(log()).toContain(`"type":"session/resume","cwd":${JSON.stringify(moved)}`)
    const again = await dsh(['stdio', '--offline', '--resume', id], root, '/skill:tea\n')
    expect(again.code).toBe(0)
    expect(again.stderr).not.toContain('The session moved')
    const listed = await dsh(['sessions', 'list', '--json', '--cwd', moved])
    expect(JSON.parse(listed.stdout)).toMatchObject({ sessions: [{ id, cwd: moved }], problems: [] })
    expect((await dsh(['run', '--offline', '--resume', id, '--cwd', root, 'x'])).stderr).toContain(
      `session ${id} belongs to ${moved}`,
    )
  })

  it.each([
    [
      'replaced by a file',
      (path: string) => (rmSync(path, { recursive: true }), writeFileSync(path, '')),
      'is not a folder any more',
    ],
    [
      'a link that leads nowhere',
      (path: string) => (rmSync(path, { recursive: true }), symlinkSync('/none', path)),
      'is gone',
    ],
    [
      'a loop of links',
      (path: string) => (rmSync(path, { recursive: true }), symlinkSync(path, path)),
      'cannot be read (ELOOP)',
    ],
  ] as const)('says so when it is %s [G45]', async (_, change, fault) => {
    const { root, dsh, id } = await begun()
    change(join(root, 'R'))
    for (const command of [['run', 'x'], ['stdio']]) {
      const { code, stderr } = await dsh([...command, '--offline', '--resume', id])
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${fault}: ${join(root, 'R')}.`) as string,
      })
    }
    expect((await dsh(['run', 'x', '--offline', '--resume', id, '--cwd', temporaryFolder()])).code).toBe(0)
  })

  it('stays where it is when --cwd reaches its folder by a link [G45]', async () => {
    const { root, dsh, id, log } = await begun()
    symlinkSync('R', join(root, 'link'))
    expect((await dsh(['run', 'x', '--offline', '--resume', id, '--cwd', join(root, 'link')])).code).toBe(0)
    expect(log()).not.toContain('"type":"session/resume","cwd"')
  })

  it('gets no prompt when the folder goes away while it runs [G45]', async () => {
    const { root, dsh, logs } = await begun()
    const [input, moved] = [new PassThrough(), join(root, 'R2')]
    const running = dsh(['stdio', '--offline', '--cwd', 'R'], root, input)
    input.write('Second\n')
    await vi.waitUntil(() => logs().some((log) => log.includes('turn/end') && log.includes('Second')), 20_000)
    renameSync(join(root, 'R'), moved)
    input.end('Go on\n')
    const { code, stderr } = await running
    expect(code).toBe(1)
    expect(stderr).toContain(
      `line 2: The folder of this session is gone: ${join(root, 'R')}. Nothing was sent. Put it back,`,
    )
  })
})
