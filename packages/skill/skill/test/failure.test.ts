import { afterEach, describe, expect, it, vi } from 'vitest'
import { failures } from './failures.ts'
import { candidate, names, provides, scripted, setUp } from './setup.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a provider that fails', () => {
  it.each(Object.entries(failures))(
    'is left out with one warning, and asked again, alone, when it %s [R2] [R12]',
    async (_title, fail) => {
      const registry = setUp()
      const good = provides('good', ['x'])
      let list: () => unknown = fail
      const bad = scripted({ name: 'bad', list: () => list() })
      registry.registerProvider(good)
      registry.registerProvider(bad)
      expect(names(await registry.list())).toEqual(['x'])
      expect(registry.warnings).toHaveLength(1)
      expect(registry.warnings[0]).toMatch(/^Skill provider "bad" was left out: \S/)
      expect(names(await registry.list())).toEqual(['x'])
      expect(registry.warnings).toHaveLength(2)
      list = () => [candidate('y', { provider: 'bad' })]
      const whole = await registry.list()
      expect(names(whole)).toEqual(['x', 'y'])
      expect(await registry.list()).toBe(whole)
      expect([good.lists, bad.lists]).toEqual([1, 3])
      expect(registry.warnings).toHaveLength(2)
    },
  )

  it('leaves one warning however many lookups share the answer', async () => {
    const registry = setUp()
    registry.registerProvider(scripted({ list: () => Promise.reject(new Error('down')) }))
    await Promise.all([registry.list(), registry.get('x'), registry.inspect(), registry.list()])
    expect(registry.warnings).toEqual(['Skill provider "p" was left out: down'])
  })

  it('is asked by each folder for itself, and the good ones once per folder', async () => {
    const registry = setUp()
    const good = provides('good', ['x'])
    const bad = scripted({ name: 'bad', list: () => Promise.reject(new Error('down')) })
    registry.registerProvider(good)
    registry.registerProvider(bad)
    for (const cwd of ['/a', '/b', '/a', '/b']) await registry.list({ cwd })
    expect([good.lists, bad.lists]).toEqual([2, 4])
  })

  it('makes everyone be asked again after a change of members, or with refresh', async () => {
    const registry = setUp()
    const good = provides('good', ['x'])
    const bad = scripted({ name: 'bad', list: () => Promise.reject(new Error('down')) })
    registry.registerProvider(good)
    registry.registerProvider(bad)
    await registry.list()
    registry.registerProvider(provides('more', ['y']))
    expect(names(await registry.list())).toEqual(['x', 'y'])
    expect(good.lists).toBe(2)
    await registry.list({ refresh: true })
    expect(good.lists).toBe(3)
  })

  it('is told of in inspect, which asks it again as any lookup does [R12]', async () => {
    const registry = setUp()
    const good = provides('good', ['x'])
    let isDown = true
    registry.registerProvider(good)
    registry.registerProvider(scripted({ name: 'bad', list: () => (isDown ? Promise.reject(new Error('down')) : []) }))
    const before = await registry.inspect({ cwd: '/w' })
    expect(before).toMatchObject({
      complete: false,
      providers: [
        { name: 'good', state: 'ok' },
        { name: 'bad', state: 'failed', error: 'down' },
      ],
      problems: [
        {
          code: 'provider-failed',
          severity: 'error',
          message: 'The skills of provider "bad" are missing: down',
          path: 'provider:bad',
          hint: 'The next lookup asks this provider again; if it keeps failing, see to its source or settings.',
        },
      ],
    })
    isDown = false
    const after = await registry.inspect({ cwd: '/w' })
    expect(after).toMatchObject({ complete: true, problems: [], providers: [{ state: 'ok' }, { state: 'ok' }] })
    expect(good.lists).toBe(1)
  })
})

describe('a provider that never answers', () => {
  it('is left out after 10 s, or its own shorter time, while the others are there [R1]', async () => {
    for (const [timeoutMs, expected, words] of [
      [undefined, 10_000, '10 s'],
      [50, 50, '50 ms'],
      [60_000, 10_000, '10 s'],
    ] as const) {
      vi.useFakeTimers()
      const registry = setUp()
      let signal: AbortSignal | undefined
      const good = provides('good', ['x'])
      const hanging = scripted({
        name: 'hanging',
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        list: (options) => {
          signal = options.signal
          return new Promise(() => {})
        },
      })
      registry.registerProvider(hanging)
      registry.registerProvider(good)
      const done = vi.fn<() => void>()
      const inspection = registry.inspect({ cwd: '/w' })
      void inspection.then(done)
      await vi.advanceTimersByTimeAsync(expected - 1)
      expect(done).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(await inspection).toMatchObject({
        complete: false,
        winners: [{ name: 'x' }],
        providers: [
          { name: 'hanging', state: 'timeout', timeMs: expected, error: `no answer within ${words}` },
          { name: 'good', state: 'ok' },
        ],
        problems: [{ code: 'provider-timeout', path: 'provider:hanging' }],
      })
      expect(signal?.aborted).toBe(true)
      expect(registry.warnings).toEqual([`Skill provider "hanging" was left out: no answer within ${words}`])
      const again = registry.list({ cwd: '/w' })
      await vi.advanceTimersByTimeAsync(expected)
      expect(names(await again)).toEqual(['x'])
      expect([hanging.lists, good.lists]).toEqual([2, 1])
      expect(vi.getTimerCount()).toBe(0)
    }
  })
})

describe('a provider whose answer is incomplete', () => {
  it('counts, is not remembered, and is asked again, alone; its problem is warned of once', async () => {
    const registry = setUp()
    const good = provides('good', ['x'])
    let complete = false
    const partial = scripted({
      name: 'partial',
      list: () => ({
        candidates: [candidate('y', { provider: 'partial' })],
        problems: [{ code: 'provider-failed', severity: 'error', message: 'EIO.', path: '/r', hint: 'Try again.' }],
        complete,
      }),
    })
    registry.registerProvider(good)
    registry.registerProvider(partial)
    expect(names(await registry.list())).toEqual(['x', 'y'])
    expect(await registry.inspect()).toMatchObject({ complete: false, providers: [{ state: 'ok' }, { state: 'ok' }] })
    complete = true
    expect(await registry.inspect()).toMatchObject({ complete: true })
    await registry.list()
    expect([good.lists, partial.lists]).toEqual([1, 3])
    expect(registry.warnings).toEqual(['/r: EIO. (Try again.)'])
  })
})
