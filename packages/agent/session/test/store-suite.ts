import { describe, expect, it } from 'vitest'
import type { SessionEvent, SessionStore } from '../src/index.ts'

function startOf(id: string, second: number): SessionEvent {
  const time = `2026-01-01T00:00:0${second}.000Z`
  return { seq: 0, time, type: 'session/start', version: 1, id, cwd: `/work/${id}` }
}

function noticeOf(seq: number, message: string): SessionEvent {
  return { seq, time: '2026-01-01T00:01:00.000Z', type: 'notice', code: 'test', message }
}

/** What every session store does. */
export function describeSessionStore(title: string, makeStore: () => SessionStore): void {
  describe(title, () => {
    it('gives back what was appended, in order, after the log was closed', () => {
      const store = makeStore()
      const log = store.create('one')
      expect(log.events).toEqual([])
      log.append(startOf('one', 1))
      log.append(noticeOf(1, 'a line\nfeed and \u2028'))
      log.close()
      const again = store.open('one')
      expect(again.events).toEqual([startOf('one', 1), noticeOf(1, 'a line\nfeed and \u2028')])
      expect(again.cutBytes).toBe(0)
      again.append(noticeOf(2, 'more'))
      again.close()
      expect(store.open('one').events).toHaveLength(3)
    })

    it('refuses to open a log twice at once, and opens it when it was closed', () => {
      const store = makeStore()
      const log = store.create('one')
      log.append(startOf('one', 1))
      const locked = expect.objectContaining({ name: 'SessionError', code: 'locked', pid: process.pid })
      expect(() => store.open('one')).toThrow(locked)
      log.close()
      const second = store.open('one')
      expect(() => store.open('one')).toThrow(locked)
      second.close()
      store.open('one').close()
    })

    it('refuses an id that is taken, open or not, and one that is unknown', () => {
      const store = makeStore()
      const log = store.create('one')
      log.append(startOf('one', 1))
      expect(() => store.create('one')).toThrow(expect.objectContaining({ code: 'taken' }))
      log.close()
      expect(() => store.create('one')).toThrow(expect.objectContaining({ code: 'taken' }))
      expect(() => store.open('two')).toThrow(expect.objectContaining({ code: 'unknown' }))
    })

    it.each(['', '.', '..', '../one', 'a/b', 'a\\b', 'a.b', 'a\0', '-a', '_a', 'ä', 'a b', 'a'.repeat(101)])(
      'refuses the id %j',
      (id) => {
        const store = makeStore()
        const invalid = expect.objectContaining({ name: 'SessionError', code: 'invalid-id' })
        expect(() => store.create(id)).toThrow(invalid)
        expect(() => store.open(id)).toThrow(invalid)
      },
    )

    it('keeps nothing of a log that was never written to', () => {
      const store = makeStore()
      store.create('one').close()
      expect(store.list()).toEqual([])
      expect(() => store.open('one')).toThrow(expect.objectContaining({ code: 'unknown' }))
      store.create('one').close()
    })

    it('throws when a closed log is appended to, and closes twice in peace', () => {
      const store = makeStore()
      const log = store.create('one')
      log.append(startOf('one', 1))
      log.close()
      log.close()
      expect(() => log.append(noticeOf(1, 'late'))).toThrow(expect.objectContaining({ code: 'closed' }))
      expect(store.open('one').events).toHaveLength(1)
    })

    it('lists the newest first, those that are open among them', () => {
      const store = makeStore()
      expect(store.list()).toEqual([])
      const logs = (['b', 'c', 'a', 'd'] as const).map((id, index) => {
        const log = store.create(id)
        log.append(startOf(id, id === 'd' ? 2 : index))
        return log
      })
      logs[0]?.close()
      expect(store.list().map((info) => info.id)).toEqual(['d', 'a', 'c', 'b'])
      expect(store.list()[0]).toEqual({ id: 'd', cwd: '/work/d', startedAt: '2026-01-01T00:00:02.000Z' })
    })

    it('tells whether there is a session that fits, the latest looked at first and none after it', () => {
      const store = makeStore()
      for (const id of ['a', 'c', 'b']) store.create(id).append(startOf(id, id.charCodeAt(0) - 97))
      const seen: string[] = []
      const look = (wanted: string): boolean =>
        store.some(({ id, cwd }) => {
          seen.push(id)
          return cwd === `/work/${wanted}`
        })
      expect([look('b'), look('x')]).toEqual([true, false])
      expect(seen).toEqual(['c', 'b', 'c', 'b', 'a'])
    })

    it.each([
      [{ content: ' Make\n\ttea\u2028now ' }, 'Make tea now'],
      [{ content: 'LOADED', skill: { name: 'tea', typed: '/skill:tea  green' } }, '/skill:tea green'],
      [{ content: 'x'.repeat(200) }, 'x'.repeat(200)],
      [{ content: `${'x'.repeat(198)}😀${'x'.repeat(9000)}` }, `${'x'.repeat(198)}\uFFFD…`],
      [{ content: `Much: ${'\n'.repeat(99_000)}` }, 'Much:'],
      [{ content: 'x'.repeat(999_000), skill: { name: 'tea', typed: '/skill:tea' } }, '/skill:tea'],
    ])('tells how the user began: %j', (message, firstWords) => {
      const store = makeStore()
      const log = store.create('one')
      log.append(startOf('one', 1))
      log.append({ ...noticeOf(1, 'n') })
      log.append({ seq: 2, time: noticeOf(1, 'n').time, type: 'user/message', ...message })
      log.append({ seq: 3, time: noticeOf(1, 'n').time, type: 'user/message', content: 'Later words' })
      const [info] = store.list()
      expect(info?.firstWords).toBe(firstWords)
    })
  })
}
