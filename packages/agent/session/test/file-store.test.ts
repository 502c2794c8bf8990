import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore, type SessionEvent } from '../src/index.ts'
import { readLogLines } from '../src/log-lines.ts'
import { appendAll, countedSessions, fullTurn } from './sample.ts'
import { describeSessionStore } from './store-suite.ts'

describeSessionStore('sessions as files', () => new FileSessionStore(join(temporaryFolder(), 'sessions')))

/** A closed session of one full turn, and the bytes of its log. */
function recorded(): { folder: string; path: string; bytes: Buffer; events: readonly SessionEvent[] } {
  const folder = temporaryFolder()
  const session = countedSessions(new FileSessionStore(folder)).sessions.create({ cwd: '/work', id: 'one' })
  appendAll(session, fullTurn)
  session.close()
  const path = join(folder, 'one.jsonl')
  return { folder, path, bytes: readFileSync(path), events: session.events }
}

it('makes a private folder and private files whatever the umask, and no lock stays behind [D7]', () => {
  const umask = process.umask(0)
  try {
    const folder = join(temporaryFolder(), 'deep', 'sessions')
    const session = countedSessions(new FileSessionStore(folder)).sessions.create({ cwd: '/work', id: 'one' })
    session.append({ type: 'turn/start' })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'one.jsonl')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['one.jsonl', 'one.lock'])
    session.close()
    expect(readdirSync(folder)).toEqual(['one.jsonl'])
  } finally {
    process.umask(umask)
  }
})

it('never follows a link that lies where a log belongs [D7]', () => {
  const folder = temporaryFolder()
  const victim = join(temporaryFolder(), 'victim')
  writeFileSync(victim, 'precious')
  symlinkSync(victim, join(folder, 'full.jsonl'))
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.jsonl'))
  const store = new FileSessionStore(folder)
  for (const id of ['full', 'dangling'])
    expect(() => store.create(id)).toThrow(expect.objectContaining({ code: 'taken' }))
  expect(() => store.open('full')).toThrow(expect.objectContaining({ code: 'storage' }))
  expect(readFileSync(victim, 'utf8')).toBe('precious')
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})

it('does not wait for a pipe or take a folder that is called like a log', () => {
  const folder = temporaryFolder()
  spawnSync('mkfifo', [join(folder, 'pipe.jsonl')])
  writeTree(folder, { 'folder.jsonl': { dir: true }, 'good.jsonl': `${startLine('good')}\n` })
  const store = new FileSessionStore(folder)
  for (const id of ['pipe', 'folder'])
    expect(() => store.open(id)).toThrow(expect.objectContaining({ code: 'storage' }))
  const problems: string[] = []
  expect(store.list((message) => problems.push(message)).map((info) => info.id)).toEqual(['good'])
  expect(problems).toHaveLength(2)
})

function startLine(id: string, version = 1): string {
  return `{"seq":0,"time":"2026-01-01T00:00:00.000Z","type":"session/start","version":${version},"id":"${id}","cwd":"/w"}`
}

it('reads exactly the acknowledged events of a log that ends at any byte [D2]', () => {
  const { path, bytes, events } = recorded()
  const lineEnds = lineEndsOf(bytes)
  const wrong = Array.from({ length: bytes.length + 1 }, (_, length) => length).filter((length) => {
    const content = readLogLines(bytes.subarray(0, length), path)
    const whole = lineEnds.filter((end) => end <= length)
    const isSame = JSON.stringify(content.events) === JSON.stringify(events.slice(0, whole.length))
    return !isSame || content.wholeBytes !== (whole.at(-1) ?? 0)
  })
  expect(wrong).toEqual([])
})

function lineEndsOf(bytes: Buffer): readonly number[] {
  return [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1)
}

it('goes on from a log that ends in or between lines, and says what it cut off [D2]', () => {
  const { path, folder, bytes, events } = recorded()
  const lineEnds = lineEndsOf(bytes)
  const store = new FileSessionStore(folder)
  for (const [index, end] of lineEnds.entries()) {
    const next = lineEnds[index + 1] ?? end
    for (const length of new Set([
      end,
      Math.min(end + 1, next),
      Math.floor((end + next) / 2),
      Math.max(end, next - 1),
    ])) {
      writeFileSync(path, bytes.subarray(0, length))
      const session = countedSessions(store).sessions.resume('one')
      session.close()
      const whole = index + 1
      expect(session.events.slice(0, whole)).toEqual(events.slice(0, whole))
      expect(session.events[whole]).toMatchObject({ type: 'session/resume', seq: whole })
      const told = session.events.some((event) => event.type === 'notice' && event.code === 'log-cut')
      expect(told).toBe(length > end)
      const log = store.open('one')
      log.close()
      expect(log.events).toEqual(session.events)
    }
  }
})

it('knows no session whose first event was not acknowledged, and takes nothing from its file [D2]', () => {
  const { path, folder, bytes } = recorded()
  for (const length of [0, 1, 50, bytes.indexOf('\n')]) {
    writeFileSync(path, bytes.subarray(0, length))
    expect(() => new FileSessionStore(folder).open('one')).toThrow(expect.objectContaining({ code: 'unknown' }))
    expect(statSync(path).size).toBe(length)
  }
})

it('cuts off a last line of zeros, as a power cut leaves it, and says so', () => {
  const { path, folder, bytes, events } = recorded()
  for (const tail of [Buffer.alloc(4_096), Buffer.from('{"seq":13,\n'), Buffer.from([0xff, 0x0a])]) {
    writeFileSync(path, Buffer.concat([bytes, tail]))
    const session = countedSessions(new FileSessionStore(folder)).sessions.resume('one')
    expect(session.events.slice(0, events.length)).toEqual(events)
    expect(session.events.at(-1)).toMatchObject({ type: 'notice', code: 'log-cut' })
    expect(session.events.at(-1)).toHaveProperty('message', expect.stringContaining(`${tail.length} bytes`))
    session.close()
  }
})

it.each([
  ['text that is not JSON', () => 'oops', 'damaged'],
  [
    'a byte that is not UTF-8',
    (line: string) => Buffer.concat([Buffer.from(line.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
    'damaged',
  ],
  ['half of a line', (line: string) => line.slice(0, 20), 'damaged'],
  ['null', () => 'null', 'damaged'],
  ['a list', () => '[1]', 'damaged'],
  ['a line of another number', (line: string) => line.replace('"seq":2', '"seq":3'), 'damaged'],
  ['a second start', () => startLine('one').replace('"seq":0', '"seq":2'), 'damaged'],
  [
    'a field of the wrong type',
    (line: string) => line.replace(/"content":"(?:[^"\\]|\\.)*"/, '"content":1'),
    'damaged',
  ],
  ['an event of a newer version', (line: string) => line.replace('user/message', 'branch/fork'), 'unsupported'],
] as const)('refuses a log with %s in the middle, naming file and line', (_title, change, code) => {
  const { folder, path, bytes } = recorded()
  const lines = bytes.toString('utf8').split('\n')
  const changed = lines.map((line, index) => Buffer.from(index === 2 ? change(line) : line))
  writeFileSync(
    path,
    Buffer.concat(changed.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line]))),
  )
  const before = readFileSync(path)
  const fault = expect.objectContaining({
    name: 'SessionError',
    code,
    path,
    line: 3,
    message: expect.stringContaining(path),
  })
  expect(() => new FileSessionStore(folder).open('one')).toThrow(fault)
  expect(readFileSync(path)).toEqual(before)
  expect(readdirSync(folder)).toEqual(['one.jsonl'])
})

it.each([
  ['its last line once more', (text: string) => `${text}${text.trimEnd().split('\n').at(-1)}\n`, 'a repeated line'],
  [
    'its last three lines once more',
    (text: string) => text + text.split('\n').slice(-4).join('\n'),
    '3 repeated lines',
  ],
  ['all of it once more', (text: string) => text + text, '14 repeated lines'],
  ['a line twice in the middle', (text: string) => text.replace(/^.*"seq":3.*\n/m, '$&$&'), 'a repeated line'],
  ['a byte-order mark', (text: string) => `\uFEFF${text}`, 'a byte-order mark'],
  ['a blank line at its end', (text: string) => `${text}\n`, 'a blank line'],
  ['blank lines all over', (text: string) => `\n${text.replaceAll('\n', '\n \t\n')}`, '15 blank lines'],
  ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n'), 'line ends of Windows'],
  [
    'all of these',
    (text: string) => `\uFEFF${text}${text}\n`.replaceAll('\n', '\r\n'),
    'a byte-order mark, line ends of Windows, a blank line, 14 repeated lines',
  ],
] as const)('goes on with a log that holds %s, tells it once, and loses nothing [G46]', (_title, change, found) => {
  const { folder, path, bytes, events } = recorded()
  writeFileSync(path, change(bytes.toString('utf8')))
  const resume = (): readonly SessionEvent[] => {
    const session = countedSessions(new FileSessionStore(folder)).sessions.resume('one')
    session.close()
    return session.events
  }
  const message = `Another program changed the session log. Passed over: ${found}. Nothing is lost.`
  const first = resume()
  expect(first.slice(0, events.length)).toEqual(events)
  expect(first.slice(events.length)).toMatchObject([
    { type: 'session/resume' },
    { type: 'notice', code: 'log-changed', message },
  ])
  expect(resume().slice(first.length)).toMatchObject([{ type: 'session/resume' }])
})

it.each(['\n', '\r\n', '\n \n\n', '  '])('cuts off half a line before %j [G46]', (tail) => {
  const { folder, path, bytes, events } = recorded()
  writeFileSync(path, Buffer.concat([bytes, Buffer.from(`{"seq":14,"ti${tail}`)]))
  const session = countedSessions(new FileSessionStore(folder)).sessions.resume('one')
  expect(session.events.slice(0, events.length)).toEqual(events)
  expect(session.events.filter(({ type }) => type === 'notice').at(-1)).toHaveProperty('code', 'log-cut')
  session.close()
  expect(new FileSessionStore(folder).open('one').events).toEqual(session.events)
})

it('lists a session whose note of a move is no link, where its log says, and tells it [G45]', () => {
  const { folder } = recorded()
  mkdirSync(join(folder, 'one.moved'))
  const problems: string[] = []
  expect(new FileSessionStore(folder).list((problem) => problems.push(problem))).toMatchObject([{ id: 'one' }])
  expect(problems).toEqual([
    `${join(folder, 'one.moved')} is passed over: it is not a link to the folder of a session. Remove it.`,
  ])
})

it('names the line of the file behind lines that were passed over [G46]', () => {
  const { folder, path, bytes } = recorded()
  const lines = bytes.toString('utf8').split('\n')
  writeFileSync(path, ['', lines[0], lines[0], 'oops', ...lines.slice(1)].join('\n'))
  expect(() => new FileSessionStore(folder).open('one')).toThrow(/^Line 4 of the session log /)
})

it('refuses a log of a newer format in words that say so', () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'new.jsonl': `${startLine('new', 2)}\n` })
  const store = new FileSessionStore(folder)
  expect(() => store.open('new')).toThrow(/format version 2.*reads version 1 only.*newer version of this program/)
  expect(() => store.open('new')).toThrow(expect.objectContaining({ code: 'unsupported', line: 1 }))
})

it('refuses a log that was given another name', () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'two.jsonl': `${startLine('one')}\n` })
  expect(() => new FileSessionStore(folder).open('two')).toThrow(/holds the session one/)
})

it('lists by first lines alone, and leaves out what is no session of ours, with its reason', () => {
  const folder = temporaryFolder()
  writeTree(folder, {
    'good.jsonl': `${startLine('good')}\nthe rest is never read`,
    'empty.jsonl': '',
    'torn.jsonl': startLine('torn'),
    'junk.jsonl': 'junk\n{}\n',
    'other.jsonl': `${startLine('good')}\n`,
    'new.jsonl': `${startLine('new', 2)}\n`,
    'endless.jsonl': 'x'.repeat(70_000),
    'not a session.jsonl': '',
    'notes.txt': '',
  })
  const problems: string[] = []
  expect(new FileSessionStore(folder).list((message) => problems.push(message)).map((info) => info.id)).toEqual([
    'good',
  ])
  expect(problems).toHaveLength(6)
  for (const name of ['empty', 'torn', 'junk', 'other', 'new', 'endless']) {
    expect(problems.filter((message) => message.includes(join(folder, `${name}.jsonl`)))).toHaveLength(1)
  }
})

it('says what is wrong when the folder cannot be used', () => {
  const folder = temporaryFolder()
  writeTree(folder, { file: '' })
  const store = new FileSessionStore(join(folder, 'file'))
  expect(() => store.create('one')).toThrow(expect.objectContaining({ name: 'SessionError', code: 'storage' }))
  expect(() => store.list()).toThrow(expect.objectContaining({ code: 'storage' }))
})

it('writes each event as one line before append returns', () => {
  const folder = temporaryFolder()
  const session = countedSessions(new FileSessionStore(folder)).sessions.create({ cwd: '/work', id: 'one' })
  for (const body of fullTurn) {
    const event = session.append(body)
    expect(readFileSync(join(folder, 'one.jsonl'), 'utf8').endsWith(`\n${JSON.stringify(event)}\n`)).toBe(true)
  }
  session.close()
})
