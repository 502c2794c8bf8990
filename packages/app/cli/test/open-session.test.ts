import { join } from 'node:path'
import { temporaryTree, type Tree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
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
