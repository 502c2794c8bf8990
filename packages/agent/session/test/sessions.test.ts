import { readdirSync } from 'node:fs'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore, MemorySessionStore, type SessionEventBody } from '../src/index.ts'
import { newSessionId } from '../src/session-id.ts'
import { appendAll, countedSessions, fullTurn } from './sample.ts'

const INTERRUPTED =
  'Interrupted: the program ended before this tool call had a result. It may have run in part, or not at all. Check what it changed before you call it again.'

it('starts a session with what it is, and numbers and dates each event', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  session.append({ type: 'turn/start' })
  expect(session).toMatchObject({ id: 'one', cwd: '/work', isResumed: false })
  expect(session.events).toEqual([
    { seq: 0, time: '2026-01-01T00:00:00.000Z', type: 'session/start', version: 1, id: 'one', cwd: '/work' },
    { seq: 1, time: '2026-01-01T00:00:01.000Z', type: 'turn/start' },
  ])
  expect(sessions.list()).toEqual([{ id: 'one', cwd: '/work', startedAt: '2026-01-01T00:00:00.000Z' }])
})

it('makes ids that sort by time and name files safely', () => {
  const early = newSessionId(new Date('2026-01-31T14:25:00.123Z'), (count) => new Uint8Array(count).fill(255))
  const late = newSessionId(new Date('2026-02-01T00:00:00.000Z'), (count) => new Uint8Array(count))
  expect(early).toBe('20260131T142500123Z-ffffffffff')
  expect([late, early].toSorted()).toEqual([early, late])
  const { sessions } = countedSessions(new MemorySessionStore())
  expect(sessions.create({ cwd: '/work' }).id).toMatch(/^\d{8}T\d{9}Z-[0-9a-f]{10}$/)
})

it.each([
  [new Date('+100561-03-02T10:00:00.000Z'), '+100561-03-02T10:00:00.000Z'],
  [new Date('+010000-01-01T00:00:00.000Z'), '+010000-01-01T00:00:00.000Z'],
  [new Date('-000001-12-31T23:59:59.999Z'), '-000001-12-31T23:59:59.999Z'],
  [new Date(Number.NaN), 'no valid time'],
])('says that the clock is wrong at %s, keeps nothing, and goes on when it is right [G47]', (wrong, said) => {
  const folder = temporaryFolder()
  let time = wrong
  const { sessions } = countedSessions(new FileSessionStore(folder), () => time)
  const clock = expect.objectContaining({
    code: 'clock',
    message: `The system clock says ${said}, and sessions need a year from 0 to 9999. Set the clock, then try again.`,
  })
  expect(() => sessions.create({ cwd: '/work' })).toThrow(clock)
  expect(() => sessions.create({ cwd: '/work', id: 'one' })).toThrow(clock)
  expect(readdirSync(folder)).toEqual([])
  time = new Date(0)
  const session = sessions.create({ cwd: '/work', id: 'one' })
  session.append({ type: 'turn/start' })
  time = wrong
  expect(() => session.append({ type: 'notice', code: 'n', message: '' })).toThrow(clock)
  time = new Date(0)
  expect(session.append({ type: 'turn/end', status: 'completed' }).seq).toBe(2)
  session.close()
  expect(new FileSessionStore(folder).open('one').events).toHaveLength(3)
})

it.each(['1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'makes a session that can be resumed when the clock says %s [G47]',
  (time) => {
    const store = new FileSessionStore(temporaryFolder())
    const { sessions } = countedSessions(store, () => new Date(time))
    const session = sessions.create({ cwd: '/work' })
    session.append({ type: 'turn/start' })
    session.close()
    expect(session.id).toBe(`${time.replaceAll(/[-:.]/g, '')}-0000000000`)
    expect(sessions.resume(session.id).events).toHaveLength(4)
    expect(sessions.list()).toEqual([{ id: session.id, cwd: '/work', startedAt: time }])
  },
)

it('keeps a new session from its first event on, and nothing before [G48]', () => {
  const folder = temporaryFolder()
  const { sessions } = countedSessions(new FileSessionStore(folder))
  const logs = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const unused = sessions.create({ cwd: '/work', id: 'unused' })
  const used = sessions.create({ cwd: '/work', id: 'used' })
  expect([unused.isKept, used.isKept, logs()]).toEqual([false, false, []])
  used.append({ type: 'turn/start' })
  expect([unused.isKept, used.isKept, logs()]).toEqual([false, true, ['used.jsonl']])
  expect(() => sessions.resume('unused')).toThrow(expect.objectContaining({ code: 'locked' }))
  expect(() => sessions.create({ cwd: '/work', id: 'used' })).toThrow(expect.objectContaining({ code: 'taken' }))
  unused.close()
  expect(() => sessions.resume('unused')).toThrow(expect.objectContaining({ code: 'unknown' }))
  used.close()
  expect(readdirSync(folder)).toEqual(['used.jsonl'])
  expect(sessions.resume('used').isKept).toBe(true)
})

it('moves a session to another folder, for each store and each list [G45]', () => {
  const directory = temporaryFolder()
  for (const store of [new MemorySessionStore(), new FileSessionStore(directory)]) {
    const { sessions } = countedSessions(store)
    const session = sessions.create({ cwd: '/old', id: 'one' })
    appendAll(session, fullTurn)
    session.close()
    const refuse = (): string => {
      throw new Error('no')
    }
    expect(() => sessions.resume('one', { chooseCwd: refuse })).toThrow('no')
    expect(() => sessions.resume('one', { chooseCwd: () => 'new' })).toThrow(TypeError)
    const moved = sessions.resume('one', { chooseCwd: (cwd) => cwd.replace('old', 'new') })
    expect(moved.cwd).toBe('/new')
    expect(moved.events.slice(session.events.length)).toMatchObject([
      { type: 'session/resume', cwd: '/new' },
      { type: 'notice', code: 'session-moved', message: 'The session moved from /old to /new.' },
    ])
    moved.close()
    const again = sessions.resume('one')
    expect(again.cwd).toBe('/new')
    expect(again.events.at(-1)).toEqual(expect.not.objectContaining({ cwd: '/new' }))
    again.close()
    expect(sessions.list().map(({ cwd }) => cwd)).toEqual(['/new'])
    sessions.resume('one', { chooseCwd: () => '/third' }).close()
    expect(sessions.list().map(({ cwd }) => cwd)).toEqual(['/third'])
  }
  expect(readdirSync(directory).toSorted()).toEqual(['one.jsonl', 'one.moved'])
})

it.each(['', 'work', './work'])('refuses the working folder %j', (cwd) => {
  const { sessions } = countedSessions(new MemorySessionStore())
  expect(() => sessions.create({ cwd })).toThrow(TypeError)
  expect(sessions.list()).toEqual([])
})

it('hands out what a reload gives, frozen through and through', () => {
  const store = new MemorySessionStore()
  const session = countedSessions(store).sessions.create({ cwd: '/work', id: 'one' })
  const parameters = { type: 'object', hook: undefined, date: new Date(0), nested: { list: [1] } }
  const body: SessionEventBody = {
    type: 'request/header',
    reason: 'initial',
    adapter: 'a',
    model: 'm',
    parameters: {},
    system: '',
    tools: [{ name: 't', description: '', parameters }],
    prefix: [],
  }
  const event = session.append(body)
  parameters.nested.list.push(2)
  expect(event).toMatchObject({
    tools: [{ parameters: { type: 'object', date: '1970-01-01T00:00:00.000Z', nested: { list: [1] } } }],
  })
  expect(Object.isFrozen(event.type === 'request/header' && event.tools[0]?.parameters['nested'])).toBe(true)
  session.append({ type: 'user/message', content: 'Hi' })
  expect(Object.isFrozen(session.events)).toBe(true)
  expect(session.events).toBe(session.events)
  expect(session.messages().every(Object.isFrozen)).toBe(true)
  expect(Object.isFrozen(session.messages())).toBe(true)
  session.close()
  expect(store.open('one').events).toEqual(session.events)
})

it('refuses an event that a reload would refuse, and counts on without it', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  const bad = [
    { type: 'assistant/message', content: 'x', usage: { inputTokens: Number.NaN } },
    { type: 'user/message', content: undefined as unknown as string },
    { type: 'session/start', version: 1, id: 'one', cwd: '/work' },
    { type: 'made/up' } as unknown as SessionEventBody,
  ] satisfies SessionEventBody[]
  for (const body of bad) expect(() => session.append(body)).toThrow(TypeError)
  expect(session.append({ type: 'turn/start' }).seq).toBe(1)
})

it('tells listeners in the order of the log, whatever one of them throws or appends', async () => {
  const { sessions, errors } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work' })
  const heard: string[] = []
  session.subscribe((event) => {
    if (event.type === 'turn/start') session.append({ type: 'notice', code: 'from-listener', message: '' })
    throw new Error(`first ${event.type}`)
  })
  session.subscribe((event) => Promise.reject(new Error(`second ${event.type}`)) as unknown as undefined)
  const stop = session.subscribe((event) => heard.push(`${event.seq} ${event.type}`))
  session.append({ type: 'turn/start' })
  await Promise.resolve()
  stop()
  session.append({ type: 'user/message', content: 'x' })
  expect(heard).toEqual(['1 turn/start', '2 notice'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors.map(String).toSorted()).toEqual([
    'Error: first notice',
    'Error: first turn/start',
    'Error: first user/message',
    'Error: second notice',
    'Error: second turn/start',
    'Error: second user/message',
  ])
})

it('appends nothing to a closed session, and releases it', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  expect(() => sessions.resume('one')).toThrow(expect.objectContaining({ code: 'locked' }))
  session.append({ type: 'turn/start' })
  session.close()
  session.close()
  expect(() => session.append({ type: 'turn/start' })).toThrow(expect.objectContaining({ code: 'closed' }))
  expect(sessions.resume('one').isResumed).toBe(true)
})

it('resumes a session that ended well with a mark alone, its skills and history as they were', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  appendAll(session, fullTurn)
  session.close()
  const again = sessions.resume('one')
  expect(again.cwd).toBe('/work')
  expect(again.events.slice(session.events.length).map((event) => event.type)).toEqual(['session/resume'])
  expect(again.messages()).toEqual(session.messages())
  expect(again.loadedSkills()).toEqual([{ name: 'review' }, { name: 'review', folder: '/skills/review' }])
})

it('answers the calls that an interrupted turn left open, and ends it', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  appendAll(session, fullTurn.slice(0, 7))
  session.close()
  const again = sessions.resume('one')
  expect(again.events.slice(-3)).toMatchObject([
    { type: 'session/resume' },
    { type: 'tool/result', toolCallId: 'b', toolName: 'read', content: INTERRUPTED, isError: true },
    { type: 'turn/end', status: 'failed', error: 'The program ended before this turn did.' },
  ])
  expect(again.messages().map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool'])
})

it('closes what it opened', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  sessions.closeAll()
  expect(() => session.append({ type: 'turn/start' })).toThrow(expect.objectContaining({ code: 'closed' }))
})
