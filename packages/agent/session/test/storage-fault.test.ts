import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { itNeeding, runNode, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore } from '../src/index.ts'
import { storageError } from '../src/storage-fault.ts'

const child = join(import.meta.dirname, 'children/use-store.ts')
const START = '{"seq":0,"time":"2026-01-01T00:00:00.000Z","type":"session/start","version":1,"id":"one","cwd":"/w"}\n'
const AWAY = 'Move it away, or remove it.'
const PERMISSIONS = 'Check its owner and permissions, and those of the folders above it.'

function thrownBy(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'odd'
  }
  return 'nothing thrown'
}

/** A log called `one`, what `open` says of it, and what `list` does. */
const LOGS: readonly (readonly [what: string, tree: Tree, open: string, list: string])[] = [
  [
    'an empty file',
    { 'one.jsonl': '' },
    'There is no session one: ONE is empty. Remove it.',
    `ONE does not start with a whole line of a session log. ${AWAY}`,
  ],
  [
    'half a first line',
    { 'one.jsonl': '{"seq":0' },
    'There is no session one: ONE holds nothing but a line that was not written whole. Remove it.',
    `ONE does not start with a whole line of a session log. ${AWAY}`,
  ],
  [
    'a damaged first line',
    { 'one.jsonl': `oops\n${START}` },
    'Line 1 of the session log ONE cannot be read: it is not JSON in UTF-8. Move the file away: nothing in it can be opened.',
    'Line 1 of the session log ONE cannot be read: it is not JSON in UTF-8. Move the file away: nothing in it can be opened.',
  ],
  [
    'a first line that is no event',
    { 'one.jsonl': '{}\n' },
    'Line 1 of the session log ONE cannot be read: it is no event. Move the file away: nothing in it can be opened.',
    'Line 1 of the session log ONE cannot be read: it is no event. Move the file away: nothing in it can be opened.',
  ],
  [
    'a damaged second line',
    { 'one.jsonl': `${START}oops\n${START}` },
    'Line 2 of the session log ONE cannot be read: it is not JSON in UTF-8. Remove everything from that line on to open the session as it was before.',
    'Line 2 of the session log ONE cannot be read: it is not JSON in UTF-8. Remove everything from that line on to open the session as it was before.',
  ],
  [
    'a folder',
    { 'one.jsonl': { dir: true } },
    `ONE cannot be used: it is a folder, and a session log is a file (EISDIR). ${AWAY}`,
    `ONE cannot be used: it is a folder, and a session log is a file. ${AWAY}`,
  ],
  [
    'a link',
    { 'one.jsonl': { link: 'elsewhere' }, elsewhere: START },
    'ONE cannot be used: it is a symbolic link, and logs are never reached by one (ELOOP). Put the file itself in its place.',
    'ONE cannot be used: it is a symbolic link, and logs are never reached by one (ELOOP). Put the file itself in its place.',
  ],
]

it.each(LOGS)('says of a log that is %s where it is and what to do', (_, tree, open, list) => {
  const folder = temporaryTree(tree)
  const withPath = (text: string): string => text.replace('ONE', join(folder, 'one.jsonl'))
  const store = new FileSessionStore(folder)
  expect(thrownBy(() => store.open('one'))).toBe(`SessionError: ${withPath(open)}`)
  const problems: string[] = []
  store.list((message) => problems.push(message))
  expect(problems).toEqual([withPath(list)])
})

it('says of a log that is a pipe or a socket where it is and what to do', async () => {
  const folder = temporaryTree({})
  const store = new FileSessionStore(folder)
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')])
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket.jsonl'), resolve))
  try {
    const refused = (id: string, kind: string): string =>
      `SessionError: ${join(folder, id)}.jsonl cannot be used: it is a ${kind}, and a session log is a file`
    expect(thrownBy(() => store.open('pipe'))).toBe(`${refused('pipe', 'named pipe')}. ${AWAY}`)
    expect(thrownBy(() => store.open('socket'))).toBe(`${refused('socket', 'socket')} (ENXIO). ${AWAY}`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

it.each([
  ['sessions', { sessions: '' }, 'sessions is no folder'],
  ['home/sessions', { home: '' }, 'home is no folder'],
  ['home/deep/sessions', { home: { link: 'nowhere' } }, 'home is a link that leads nowhere'],
  ['sessions', { sessions: { link: 'nowhere' } }, 'sessions is a link that leads nowhere'],
] as const)('names what stands in the way of the folder %s: %j', (path, tree, what) => {
  const root = temporaryTree(tree)
  const folder = join(root, path)
  expect(thrownBy(() => new FileSessionStore(folder).create('one'))).toBe(
    `SessionError: ${folder} cannot be used: ${join(root, what)}, and a folder belongs there. Move it away, or keep sessions in another folder.`,
  )
})

itNeeding(
  ['second user'],
  'says of a log or folder that this user may not use where it is and what to do [D1]',
  async () => {
    const root = temporaryTree({ 'open/one.jsonl': START, 'closed/one.jsonl': START })
    const use = async (folder: string, ...words: readonly string[]): Promise<string> =>
      (await runNode({ args: [child, join(root, folder), ...words], uid: 65534 })).stdout
    execFileSync('chmod', ['755', join(root, 'open')])
    execFileSync('chmod', ['600', join(root, 'open/one.jsonl')])
    execFileSync('chmod', ['700', join(root, 'closed')])
    const refused = (path: string): string =>
      `${join(root, path)} cannot be used: this user may not use it (EACCES). ${PERMISSIONS}\n`
    expect(await use('open', 'open', 'one')).toBe(`SessionError: ${refused('open/one.jsonl')}`)
    expect(await use('open', 'list')).toBe(`${refused('open/one.jsonl')}done\n`)
    expect(await use('closed', 'open', 'one')).toBe(`SessionError: ${refused('closed/one.jsonl')}`)
    expect(await use('closed', 'list')).toBe(`SessionError: ${refused('closed')}`)
    expect(await use('closed/sessions', 'create', 'two')).toBe(`SessionError: ${refused('closed/sessions')}`)
  },
)

itNeeding(['strace'], 'says of a file system that is read-only or full what it is and what to do [D1]', async () => {
  const root = temporaryTree({ 'there/one.jsonl': START })
  const use = async (inject: string, folder: string, ...words: readonly string[]): Promise<string> => {
    const wrapper = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${inject}`]
    return (await runNode({ args: [child, join(root, folder), ...words], wrapper })).stdout
  }
  const elsewhere = 'or keep sessions in another folder.'
  const readOnly = `its file system is read-only (EROFS). Make that writable, ${elsewhere}`
  const full = `its file system is full (ENOSPC). Make room there, ${elsewhere}`
  const said = (path: string, what: string): string => `SessionError: ${join(root, path)} cannot be used: ${what}\n`
  expect(await use('mkdir:error=EROFS', 'new', 'create', 'two')).toBe(said('new', readOnly))
  expect(await use('mkdir:error=ENOSPC', 'new', 'create', 'two')).toBe(said('new', full))
  expect(await use('symlink:error=ENOSPC', 'there', 'create', 'two')).toBe(said('there/two.lock', full))
  expect(await use('symlink:error=EROFS', 'there', 'open', 'one')).toBe(said('there/one.lock', readOnly))
})

it('passes on what it has no words for', () => {
  const odd = Object.assign(new Error('ESTALE: stale file handle, open'), { code: 'ESTALE' })
  expect(storageError('/s/one.jsonl', odd)).toMatchObject({
    message: '/s/one.jsonl cannot be used: ESTALE: stale file handle, open. Check it, and its folder.',
    cause: odd,
  })
})
