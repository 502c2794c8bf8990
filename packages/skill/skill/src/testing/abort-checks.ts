import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { listed } from './answer-checks.ts'
import { lookupIn, type ProviderUnderTest, type SourceCheck } from './harness.ts'

/** How many microtasks, and then turns of the event loop, the aborts are apart. */
const MICROTASK_COUNT = 20
const TURN_COUNT = 5

type Call = (signal: AbortSignal) => Promise<unknown>

/** What a provider owes when the caller gives up. */
export const abortChecks: readonly SourceCheck[] = [
  {
    title: 'rejects a call whose signal is aborted already, with the very reason',
    run: async (subject) => {
      for (const call of await calls(subject)) {
        const reason = new Error('given up before')
        await assert.rejects(call(AbortSignal.abort(reason)), (error) => error === reason)
      }
    },
  },
  {
    title: 'answers or rejects with the very reason, whenever the abort comes, and leaves no listener behind',
    run: async (subject) => {
      const before = (await listed(subject)).candidates.length
      for (const call of await calls(subject)) {
        for (let step = 0; step < MICROTASK_COUNT + TURN_COUNT; step += 1) await abortAt(call, step)
      }
      assert.equal((await listed(subject)).candidates.length, before, 'a call after an aborted one lists the same')
    },
  },
  {
    title: 'leaves no listener on a signal that is never aborted',
    run: async (subject) => {
      for (const call of await calls(subject)) {
        const { signal } = new AbortController()
        await call(signal)
        await expectNoListener(signal)
      }
    },
  },
]

/** `list`, and `get` of each skill. */
async function calls(subject: ProviderUnderTest): Promise<readonly Call[]> {
  const { candidates } = await listed(subject)
  const { provider } = subject
  return [
    async (signal) => provider.list(lookupIn(subject, signal)),
    ...candidates.map(
      (candidate): Call =>
        async (signal) =>
          provider.get(candidate, lookupIn(subject, signal)),
    ),
  ]
}

async function abortAt(call: Call, step: number): Promise<void> {
  const controller = new AbortController()
  const reason = new Error(`given up at step ${step}`)
  const outcome = call(controller.signal).then(
    () => reason,
    (error: unknown) => error,
  )
  for (let task = 0; task < Math.min(step, MICROTASK_COUNT); task += 1) await Promise.resolve()
  for (let turn = MICROTASK_COUNT; turn < step; turn += 1) await setImmediate()
  controller.abort(reason)
  assert.equal(await outcome, reason, 'the call rejects with something other than the reason')
  await expectNoListener(controller.signal)
}

async function expectNoListener(signal: AbortSignal): Promise<void> {
  await setImmediate()
  assert.equal(getEventListeners(signal, 'abort').length, 0, 'a listener stays on the signal')
}
