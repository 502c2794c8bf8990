import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { abortable } from '../src/index.ts'

const reason = new Error('stop')

it('passes on how the promise ends, and listens no longer', async () => {
  const { signal } = new AbortController()
  await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1)
  await expect(abortable(Promise.reject(reason), signal)).rejects.toBe(reason)
  await Promise.resolve()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('rejects with the reason of an abort at once, before or while it waits', async () => {
  await expect(abortable(new Promise(() => {}), AbortSignal.abort(reason))).rejects.toBe(reason)
  const controller = new AbortController()
  const waiting = abortable(new Promise(() => {}), controller.signal)
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
})

it('does not hear what the promise does after an abort', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(abortable(promise, AbortSignal.abort(reason))).rejects.toBe(reason)
  reject(new Error('too late')) // An unhandled rejection would fail this run.
  await new Promise((resolve) => setTimeout(resolve, 1))
})
