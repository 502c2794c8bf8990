import { once } from 'node:events'
import type { ScriptedModel } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { type Host, openHost } from './host.ts'

/** As the command does it: what the host does not deal with fires the signal. */
function pressCtrlC(host: Host): void {
  if (host.interrupt?.() !== true) host.controller.abort(new Error('interrupted'))
}

/** A host whose model is interrupted `presses[n]` times while it works on request n, and answers where it is not. */
async function openInterrupted(presses: readonly number[]): Promise<Host & { readonly model: ScriptedModel }> {
  const host = await openHost((_request, index) => {
    const count = presses[index] ?? 0
    setImmediate(() => {
      for (let press = 0; press < count; press++) pressCtrlC(host)
    })
    return count > 0 ? { text: 'half', hangs: true } : `answer ${index}`
  })
  return host
}

describe('Ctrl-C', () => {
  it('cancels the running turn; the lines after it are answered', async () => {
    const host = await openInterrupted([1, 0])
    host.input.end('first\nsecond\n')
    expect(await host.run()).toBe('cancelled')
    expect(await host.answers).toBe('answer 1\n')
    expect(await host.notices).toMatch(/cancelling this turn; another interrupt ends the session\n[^]*turn cancelled\n/)
    expect(host.interrupt).toBeUndefined()
  })

  it.each([
    [[1, 1], 2, 'ended before line 3: 2 that had come in were not sent\n'],
    [[2], 1, 'ended before line 2: 3 that had come in were not sent\n'],
  ])('twice, at %j, ends it: what had come in is not sent, and that is said', async (presses, requests, notice) => {
    const host = await openInterrupted(presses)
    host.input.write('first\nsecond\nthird\nfourth\n\n')
    expect(await host.run()).toBe('cancelled')
    expect(host.model.requests).toHaveLength(requests)
    expect(await host.notices).toContain(notice)
    expect(host.options.session.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
    expect(host.input.destroyed).toBe(true)
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('is a first one again after a turn that ended by itself', async () => {
    const host = await openInterrupted([1, 0, 1, 0])
    host.input.end('first\nsecond\nthird\nfourth\n')
    expect(await host.run()).toBe('cancelled')
    expect(await host.answers).toBe('answer 1\nanswer 3\n')
  })

  it('is a first one again for a line that was sent after it', async () => {
    const host = await openInterrupted([1, 1, 0])
    host.options.session.subscribe(({ type }) => {
      if (type !== 'turn/end') return
      const count = host.model.requests.length
      setImmediate(() => (count < 3 ? host.input.write(`line ${count}\n`) : host.input.end()))
    })
    host.input.write('line 0\n')
    expect(await host.run()).toBe('cancelled')
    expect(await host.answers).toBe('answer 2\n')
  })

  it('while no turn runs ends it', async () => {
    const host = await openHost(['one'])
    host.input.write('first\nsecond, not yet whole')
    const ended = host.run()
    await once(host.output, 'data')
    setImmediate(() => pressCtrlC(host))
    expect(await ended).toBe('cancelled')
    expect(host.model.requests).toHaveLength(1)
  })

  it('ends it while an answer waits for its reader', async () => {
    const host = await openHost([`long ${'x'.repeat(1000)}`], { isRead: false })
    host.input.write('first\nsecond\n')
    host.options.session.subscribe(({ type }) => {
      if (type === 'turn/end') setTimeout(() => pressCtrlC(host), 1)
    })
    expect(await host.run()).toBe('cancelled')
    expect(host.model.requests).toHaveLength(1)
  })
})

describe('the signal', () => {
  it('fired beforehand: nothing is asked', async () => {
    const host = await openHost([])
    host.controller.abort(new Error('enough'))
    host.input.write('first\n')
    expect(await host.run()).toBe('cancelled')
    expect(host.model.requests).toEqual([])
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('fired in a turn: the turn is cancelled in the log, and the input let go', async () => {
    const host = await openHost(() => {
      setImmediate(() => host.controller.abort(new Error('enough')))
      return { text: 'half', hangs: true }
    })
    host.input.write('first\n')
    expect(await host.run()).toBe('cancelled')
    expect(host.options.session.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
    expect(host.input.destroyed).toBe(true)
  })
})
