import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withTimeout } from '../src/with-timeout.ts'
import { failures } from './failures.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => {})

describe('withTimeout', () => {
  it('gives the value, and leaves no timer and no listener', async () => {
    const { signal } = new AbortController()
    const outcome = await withTimeout({ run: async () => 7, timeoutMs: 10_000, endedBy: [signal] })
    expect(outcome).toEqual({ kind: 'value', value: 7 })
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('does not abort the signal of a call that has answered', async () => {
    let given: AbortSignal | undefined
    const run = async (signal: AbortSignal): Promise<void> => {
      given = signal
    }
    const controller = new AbortController()
    await withTimeout({ run, timeoutMs: 10, endedBy: [controller.signal] })
    controller.abort()
    await vi.advanceTimersByTimeAsync(20)
    expect(given?.aborted).toBe(false)
  })

  it('ends at the deadline, not before, and tells the call so [R1]', async () => {
    let given: AbortSignal | undefined
    const seen = vi.fn<(outcome: unknown) => void>()
    const run = (signal: AbortSignal): Promise<never> => {
      given = signal
      return never()
    }
    void withTimeout({ run, timeoutMs: 10_000, endedBy: [] }).then(seen)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toHaveBeenCalledWith({ kind: 'timeout', reason: new Error('no answer within 10 s') })
    expect(given?.reason).toEqual(new Error('no answer within 10 s'))
  })

  it('names a deadline that is no whole number of seconds in ms', async () => {
    const outcome = withTimeout({ run: never, timeoutMs: 1_500, endedBy: [] })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await outcome).toMatchObject({ reason: new Error('no answer within 1500 ms') })
  })

  it('ends with any of the signals, hands the reason on and leaves no timer [R10]', async () => {
    for (const index of [0, 1]) {
      const controllers = [new AbortController(), new AbortController()]
      const reason = new Error('enough')
      let given: AbortSignal | undefined
      const run = (signal: AbortSignal): Promise<never> => {
        given = signal
        return never()
      }
      const outcome = withTimeout({ run, timeoutMs: 10, endedBy: controllers.map(({ signal }) => signal) })
      controllers[index]?.abort(reason)
      expect(await outcome).toEqual({ kind: 'ended' })
      expect(given?.reason).toBe(reason)
      expect(vi.getTimerCount()).toBe(0)
      for (const { signal } of controllers) expect(getEventListeners(signal, 'abort')).toEqual([])
    }
  })

  it('does not even start when a signal is aborted already', async () => {
    const run = vi.fn<() => void>()
    expect(await withTimeout({ run, timeoutMs: 10, endedBy: [AbortSignal.abort()] })).toEqual({ kind: 'ended' })
    expect(run).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the call itself aborts the caller', async () => {
    const controller = new AbortController()
    const run = (): Promise<never> => {
      controller.abort()
      return never()
    }
    expect(await withTimeout({ run, timeoutMs: 10, endedBy: [controller.signal] })).toEqual({ kind: 'ended' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ignores what a call does after its deadline [R2]', async () => {
    const late = Promise.withResolvers<never>()
    const outcome = withTimeout({ run: () => late.promise, timeoutMs: 10, endedBy: [] })
    await vi.advanceTimersByTimeAsync(10)
    late.reject(new Error('too late'))
    expect(await outcome).toMatchObject({ kind: 'timeout' })
  })
})

describe('withTimeout, around a call that goes wrong', () => {
  it.each(Object.entries(failures))('contains one that %s [R2]', async (_title, run) => {
    expect(await withTimeout({ run, timeoutMs: 10, endedBy: [] })).toMatchObject({ kind: 'failed' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
