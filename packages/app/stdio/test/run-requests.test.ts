import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { ScriptedModel } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { jsonDisplay, type OutputLine, outputSchema, type Request, runRequests } from '../src/index.ts'
import { type Host, openHost } from './host.ts'

type Opened = Host & { readonly model: ScriptedModel }

const open = (model: Parameters<typeof openHost>[0], isRead = true): Promise<Opened> =>
  openHost(model, { display: jsonDisplay, isRead })

const line = (request: Request): string => `${JSON.stringify(request)}\n`
const prompt = (text: string, id?: string): string => line({ type: 'prompt', text, ...(id !== undefined && { id }) })

async function run(host: Opened): Promise<{ readonly status: string; readonly lines: readonly OutputLine[] }> {
  try {
    const status = await runRequests(host.ctx, host.options)
    host.output.end()
    const lines = (await host.answers).trimEnd().split('\n')
    return { status, lines: lines.map((text) => outputSchema.parse(JSON.parse(text))) }
  } finally {
    host.output.end()
    host.errors.end()
  }
}

const CLOSING = ['result', 'refusal', 'warning']
/** How each line that was sent came out. */
const outcomes = (lines: readonly OutputLine[]): readonly OutputLine[] =>
  lines.filter(({ type }) => CLOSING.includes(type))

const asked = (host: Opened): readonly string[] =>
  host.model.requests.map(({ messages }) => messages.at(-1)?.content ?? '')

describe('requests', () => {
  it('are answered in order, one turn each, under the number of their line and their id', async () => {
    const host = await open((_request, index) => `answer ${index}`)
    host.input.end(`${prompt('first\nof two lines', 'a')}\n \t\n${prompt('second')}${prompt('third', '').trimEnd()}`)
    const { status, lines } = await run(host)
    const sessionId = host.options.session.id
    expect(status).toBe('completed')
    expect(outcomes(lines)).toEqual([
      { type: 'result', sessionId, line: 1, id: 'a', status: 'completed', answer: 'answer 0' },
      { type: 'result', sessionId, line: 4, status: 'completed', answer: 'answer 1' },
      { type: 'result', sessionId, line: 5, id: '', status: 'completed', answer: 'answer 2' },
    ])
    expect(asked(host)).toEqual(['first\nof two lines', 'second', 'third'])
    expect(lines[0]).toMatchObject({ type: 'start', sessionId, cwd: '/', isResumed: false, model: 'small' })
    expect(host.ctx.agents.list()).toEqual([])
    expect(host.input.destroyed).toBe(true)
  })

  it.each([
    ['first', 'not JSON, so nothing was done (send one object a line, for example {"type":"prompt","text":"Hello"})'],
    ['[]', 'no request, so nothing was done: Invalid input: expected object, received array'],
    ['{"type":"frob","id":"x"}', "type: Invalid discriminator value. Expected 'prompt' | 'cancel'", 'x'],
    ['{"type":"prompt","txt":"y","id":"x"}', 'text: Invalid input: expected string, received undefined', 'x'],
    ['{"type":"prompt","text":" \\n"}', 'text: must not be blank'],
    ['{"type":"prompt","text":"y","wait":true}', 'Unrecognized key: "wait"'],
    ['{"type":"prompt","text":"y","__proto__":{}}', 'Unrecognized key'],
    ['{"type":"prompt","text":"y","id":7}', 'id: Invalid input: expected string, received number'],
    ['{"type":"cancel","text":"y"}', 'Unrecognized key'],
    [Buffer.from('{"type":"prompt","text":"\xff"}', 'latin1'), 'not UTF-8'],
  ])('refuse %s with what to do, and the next one is answered', async (bad, message, id?: string) => {
    const host = await open(['fine'])
    host.input.write(bad)
    host.input.end(`\n${prompt('next')}`)
    const { status, lines } = await run(host)
    expect(status).toBe('failed')
    const [refusal, result] = outcomes(lines)
    expect(refusal).toEqual({
      type: 'refusal',
      line: 1,
      ...(id !== undefined && { id }),
      message: expect.stringContaining(message) as string,
    })
    expect(result).toMatchObject({ type: 'result', line: 2, status: 'completed', answer: 'fine' })
    expect(asked(host)).toEqual(['next'])
  })

  it('name a skill that is not there by its line, and send nothing', async () => {
    const host = await open([])
    host.input.end(prompt('/skill:tee', 'a'))
    const { status, lines } = await run(host)
    expect(status).toBe('failed')
    expect(outcomes(lines)).toEqual([
      { type: 'refusal', line: 1, id: 'a', message: 'There is no skill "tee". There are no skills here.' },
    ])
  })
})

describe('a request to cancel', () => {
  /** A host whose first answer hangs, and what is sent once it does. */
  async function during(first: string, later: string): Promise<Awaited<ReturnType<typeof run>> & { host: Opened }> {
    const host = await open((_request, index) => {
      if (index > 0) return `answer ${index}`
      void setImmediate().then(() => host.input.end(later))
      return { text: 'half', hangs: true }
    })
    host.input.write(first)
    return { ...(await run(host)), host }
  }

  it('ends the running turn while it runs; the others go on', async () => {
    const { status, lines, host } = await during(prompt('one', 'a') + prompt('two', 'b'), line({ type: 'cancel' }))
    expect(status).toBe('cancelled')
    expect(outcomes(lines)).toMatchObject([
      { line: 1, id: 'a', status: 'cancelled' },
      { line: 2, id: 'b', status: 'completed', answer: 'answer 1' },
    ])
    const ends = host.options.session.events.filter((event) => event.type === 'turn/end')
    expect(ends.map((end) => end.status)).toEqual(['cancelled', 'completed'])
  })

  it('ends the turns of one id, running and waiting ones, and no other', async () => {
    const first = prompt('one', 'a') + prompt('two', 'b') + prompt('three', 'a') + prompt('four')
    const { lines, host } = await during(first, line({ type: 'cancel', id: 'a' }))
    expect(outcomes(lines)).toMatchObject([
      { line: 3, id: 'a', status: 'cancelled', answer: '' },
      { line: 1, id: 'a', status: 'cancelled' },
      { line: 2, id: 'b', status: 'completed' },
      { line: 4, status: 'completed' },
    ])
    expect(asked(host)).toEqual(['one', 'two', 'four'])
  })

  it('takes back a prompt that has just been sent', async () => {
    const host = await open([])
    host.input.end(
      prompt('one', 'a') + line({ type: 'cancel' }) + prompt('two', 'b') + line({ type: 'cancel', id: 'b' }),
    )
    const { status, lines } = await run(host)
    expect(status).toBe('cancelled')
    expect(outcomes(lines)).toMatchObject([
      { line: 1, id: 'a', status: 'cancelled' },
      { line: 3, id: 'b', status: 'cancelled' },
    ])
    expect(host.model.requests).toEqual([])
  })

  it('that finds nothing is told of, and spoils nothing', async () => {
    const host = await open(['fine'])
    host.input.end(
      line({ type: 'cancel' }) +
        line({ type: 'cancel', id: 'x' }) +
        prompt('one', 'a') +
        line({ type: 'cancel', id: 'x' }),
    )
    const { status, lines } = await run(host)
    expect(status).toBe('completed')
    expect(outcomes(lines).filter(({ type }) => type === 'warning')).toEqual(
      [1, 2, 4].map((number) => ({ type: 'warning', message: `line ${number}: there is nothing to cancel` })),
    )
  })
})

describe('a program that drives it', () => {
  it('may send more than fits: no more is read until there is room, and none is lost', async () => {
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const host = await open(async (_request, index) => {
      if (index === 0) await isReleased
      return 'fine'
    })
    const total = 400
    let sent = 0
    const sending = (async () => {
      for (; sent < total; sent += 1) {
        if (!host.input.write(prompt(`${sent} ${'x'.repeat(2000)}`))) await once(host.input, 'drain')
      }
      host.input.end()
    })()
    const running = run(host)
    for (let round = 0; round < 500; round += 1) await setImmediate()
    expect(sent).toBeLessThan(total)
    release()
    await sending
    const { status, lines } = await running
    expect(status).toBe('completed')
    expect(outcomes(lines)).toHaveLength(total)
    const numbers = asked(host).map((text) => Number.parseInt(text, 10))
    expect(numbers).toEqual(Array.from({ length: total }, (_, index) => index))
  })

  it('that does not read what is said of its lines is not read from', async () => {
    const host = await open([], false)
    host.output.on('error', () => {})
    const line = `${'x'.repeat(2000)}\n`
    const written = Array.from({ length: 500 }, () => host.input.write(line))
    const running = runRequests(host.ctx, host.options)
    for (let round = 0; round < 50; round += 1) await setImmediate()
    expect(written.at(-1)).toBe(false)
    expect(host.input.readableLength + host.input.writableLength).toBeGreaterThan(0)
    expect(host.output.writableLength).toBeLessThan(4000)
    host.controller.abort(new Error('enough'))
    expect(await running).toBe('cancelled')
  })

  it('that goes away in a turn finds a whole log', async () => {
    const host = await open(() => 'fine', false)
    host.output.on('error', () => {})
    host.input.write(prompt('one') + prompt('two'))
    host.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    expect(await runRequests(host.ctx, host.options)).toBe('failed')
    expect(host.model.requests.length).toBeLessThan(2)
    expect(host.options.session.events.at(-1)).toMatchObject({ type: 'turn/end' })
    expect(host.input.destroyed).toBe(true)
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('is told what was left unsent when the signal fires', async () => {
    const host = await open(() => {
      void setImmediate().then(() => host.controller.abort(new Error('stop')))
      return { text: 'half', hangs: true }
    })
    host.input.write(prompt('one') + prompt('two') + prompt('three', 'c'))
    const { status, lines } = await run(host)
    expect(status).toBe('cancelled')
    expect(outcomes(lines)).toMatchObject([
      { line: 1, status: 'cancelled' },
      { type: 'warning', message: 'ended before line 2: 2 that had come in were not sent' },
      { line: 2, status: 'cancelled', answer: '' },
      { line: 3, id: 'c', status: 'cancelled', answer: '' },
    ])
  })

  it('whose input breaks gets its answers first', async () => {
    const host = await open(['fine'])
    host.input.write(prompt('one'))
    void setImmediate().then(() => host.input.destroy(new Error('EIO')))
    await expect(run(host)).rejects.toThrow('the input cannot be read: EIO')
    expect(host.options.session.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'completed' })
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('interrupts as a person does', async () => {
    const host = await open((_request, index) => {
      if (index > 0) return 'fine'
      void setImmediate().then(() => expect(host.interrupt?.()).toBe(true))
      return { text: 'half', hangs: true }
    })
    host.input.end(prompt('one') + prompt('two'))
    const { lines } = await run(host)
    expect(outcomes(lines)).toMatchObject([
      { type: 'warning', message: expect.stringContaining('another interrupt ends the session') as string },
      { line: 1, status: 'cancelled' },
      { line: 2, status: 'completed' },
    ])
  })
})
