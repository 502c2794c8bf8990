import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abortError, describeReason, stopIfAborted } from '../src/reason.ts'

describe('describeReason', () => {
  it.each([
    [new Error('no route'), 'no route'],
    [new DOMException('too late', 'TimeoutError'), 'too late'],
    [{ message: 'like an error' }, 'like an error'],
    ['plain text', 'plain text'],
    [404, '404'],
    [Symbol('s'), 'Symbol(s)'],
    [undefined, 'no reason was given'],
    [null, 'no reason was given'],
    [new Error(''), 'no reason was given'],
    [{ message: '', code: 7 }, "{ message: '', code: 7 }"],
  ])('puts %o into one line', (reason, line) => {
    expect(describeReason(reason)).toBe(line)
  })

  it('makes a blank of every line break, control and format character', () => {
    expect(describeReason('two\r\nlines\u2028and\u0007\u001b[2J a \u202Ebell')).toBe('two lines and [2J a bell')
  })

  it.each([
    [{ kind: 'user' }, "{ kind: 'user' }"],
    [{ message: { text: 'stop' } }, "{ message: { text: 'stop' } }"],
    [['a', 1], "[ 'a', 1 ]"],
    [new Map([['why', 'user']]), "Map(1) { 'why' => 'user' }"],
    [Object.create(null), '[Object: null prototype] {}'],
    [function cancel() {}, '[Function: cancel]'],
    [
      new (class Cancelled {
        readonly by = 'user'
      })(),
      "Cancelled { by: 'user' }",
    ],
    [7n, '7n'],
    [{}, '{}'],
  ])('says what is in %o [G70]', (reason, line) => {
    expect(describeReason(reason)).toBe(line)
    expect(abortError(AbortSignal.abort(reason)).message).toBe(`The lookup was aborted: ${line}`)
  })

  it('is one well-formed line of at most 200 characters, whatever was thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withObjectString: true }), fc.string(), (reason, text) => {
        for (const line of [describeReason(reason), describeReason(new Error(text.repeat(40)))]) {
          expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u)
        }
      }),
    )
  })

  it('cuts a long reason at 200 characters and not inside one', () => {
    expect(describeReason('x'.repeat(200))).toBe('x'.repeat(200))
    expect(describeReason('x'.repeat(201))).toBe(`${'x'.repeat(197)}...`)
    expect(describeReason('🚀'.repeat(500)).isWellFormed()).toBe(true)
    expect(describeReason('x'.repeat(10_000_000))).toHaveLength(200)
  })
})

describe('abortError', () => {
  it('is the reason itself when that is an Error', () => {
    class Own extends Error {}
    for (const reason of [new Error('a'), new Own('b'), new DOMException('c'), new TypeError('d')]) {
      expect(abortError(AbortSignal.abort(reason))).toBe(reason)
    }
    const foreign: unknown = runInNewContext('new RangeError("e")')
    expect(abortError(AbortSignal.abort(foreign))).toBe(foreign)
    expect(abortError(AbortSignal.abort())).toMatchObject({ name: 'AbortError' })
  })

  it.each(['enough', 7, false, null, { code: 1 }, Symbol('s')])('is a readable Error about %o otherwise', (reason) => {
    const error = abortError(AbortSignal.abort(reason))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'AbortError', cause: reason })
    expect(error.message).toMatch(/^The lookup was aborted: \S/)
  })
})

describe('stopIfAborted', () => {
  it('throws for an aborted signal only', () => {
    expect(() => stopIfAborted(AbortSignal.abort(new Error('over')))).toThrow('over')
    expect(() => stopIfAborted(new AbortController().signal)).not.toThrow()
    expect(() => stopIfAborted(undefined)).not.toThrow()
  })
})
