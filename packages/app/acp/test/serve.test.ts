import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Context } from '@deepseek-ai/cordis'
import { LINE_MAX_BYTES } from '@deepseek-ai/dsh-host-kit'
import { scriptedModel, skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { Editor, isUpdate, type Wire } from './editor.ts'
import { mount } from './mount.ts'

const project = (): string =>
  temporaryTree({ '.git': { dir: true }, '.dsh/skills/good/SKILL.md': skillText('good'), 'a.txt': 'A text.\n' })

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const initialize = line({ id: 0, method: 'initialize', params: { protocolVersion: 1 } })

async function started(script: Parameters<typeof scriptedModel>[0] = () => 'Fine.') {
  const home = temporaryFolder()
  const ctx = await mount(scriptedModel(script), { home })
  return { editor: new Editor().start(ctx), ctx, home }
}

/** Types of the events in the only log, each line of it whole. */
function loggedTypes(home: string): readonly string[] {
  const folder = join(home, '.dsh/sessions')
  const names = readdirSync(folder)
  expect(names.filter((name) => !name.endsWith('.jsonl'))).toEqual([])
  const text = readFileSync(join(folder, names[0] ?? ''), 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  const events = text
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each) as { type: string; status?: string })
  return events.map(({ type, status }) => (status === undefined ? type : `${type} ${status}`))
}

function expectNothingLeft(ctx: Context): void {
  expect(ctx.agents.list()).toEqual([])
}

describe('initialize', () => {
  it('tells the version, the program and what it can do, whatever the client speaks', async () => {
    const { editor } = await started()
    const { result } = await editor.request('initialize', { protocolVersion: 7, clientCapabilities: null })
    expect(result).toEqual({
      protocolVersion: 1,
      agentInfo: { name: 'test', version: '1.0.0' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
      authMethods: [],
    })
  })

  it('comes first', async () => {
    const { editor } = await started()
    expect((await editor.request('session/new', { cwd: '/' })).error?.code).toBe(-32600)
    expect((await editor.request('initialize', { protocolVersion: 'one' })).error?.code).toBe(-32602)
    expect((await editor.request('initialize')).error?.code).toBe(-32602)
    expect((await editor.initialize()).result).toBeDefined()
    expect((await editor.request('session/frob')).error?.code).toBe(-32601)
    expect((await editor.request('session/set_mode', {})).error?.code).toBe(-32601)
  })
})

describe('bad input', () => {
  it('is answered or passed over, line by line, and the request behind it is answered [H1]', async () => {
    const { editor } = await started()
    await editor.initialize()
    const batch = JSON.stringify(
      Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'initialize' })),
    )
    const from = editor.received.length
    for (const text of ['5', '"x"', 'null', '[]', '{}', batch, '{', '\u0000']) editor.send(`${text}\n`)
    editor.send(Uint8Array.of(0x22, 0xff, 0x22, 0x0a))
    for (const text of ['{"id":{}}', '{"id":"\\u001b[2J","result":1}', '{"error":5}', '', '  '])
      editor.send(`${text}\n`)
    editor.notify('session/cancel', { sessionId: 5 })
    editor.notify('session/cancel', { sessionId: 'x' })
    editor.notify('no/such/notification', {})
    editor.notify('$/cancel_request', { requestId: {} })
    editor.send('{"jsonrpc":"2.0","method":"session/cancel","params":[1]}\n')
    await editor.newSession(temporaryFolder())
    const errors = editor.received.slice(from).filter(({ id }) => id === null)
    expect(errors.map(({ error }) => error?.code)).toEqual([
      ...Array<number>(6).fill(-32600),
      ...Array<number>(3).fill(-32700),
    ])
    expect(editor.received.slice(from + errors.length)).toHaveLength(2)
  })

  it('with one id twice gets two answers [H1]', async () => {
    const { editor } = await started()
    await editor.initialize()
    const request = line({ id: 'twice', method: 'session/new', params: { cwd: temporaryFolder(), mcpServers: [] } })
    editor.send(request + request)
    const answers = (message: Wire): boolean => message.id === 'twice'
    await editor.nth(answers, 2)
    const ids = editor.received.filter(answers).map(({ result }) => result?.['sessionId'])
    expect(new Set(ids).size).toBe(2)
  })

  it.each([
    ['prompt', { prompt: Array.from({ length: 2_000_000 }, () => null), sessionId: 'x' }],
    ['new', { cwd: '/', mcpServers: Array.from({ length: 2_000_000 }, () => 0) }],
    ['close', Array.from({ length: 2_000_000 }, () => 0)],
  ])('in great number costs no more than its answer: session/%s [H1]', async (method, params) => {
    const { editor } = await started()
    await editor.initialize()
    const { error, result } = await editor.request(`session/${method}`, params)
    expect(JSON.stringify(error ?? result).length).toBeLessThan(500)
    await editor.newSession(temporaryFolder())
  })

  it('of a million brackets is answered, and the next request, too [H1]', async () => {
    const { editor } = await started()
    await editor.initialize()
    const nested = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    editor.send(`{"a":${nested}}\n`)
    editor.send(`{"jsonrpc":"2.0","id":"n","method":"session/new","params":${nested}}\n`)
    editor.send(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":1,"_meta":${nested}}}\n`)
    expect((await editor.response(null)).error?.code).toBe(-32600)
    expect((await editor.response('n')).error?.code).toBe(-32602)
    await editor.response('i')
    await editor.newSession(temporaryFolder())
  })

  it.each(['\n', ''])('of 16 MiB is a message, one byte more a clean end, with%j behind it [H1]', async (rest) => {
    const { editor, ctx, home } = await started(() => ({ text: 'Half', hangs: true }))
    await editor.initialize()
    const sessionId = await editor.newSession(temporaryFolder())
    const padded = (length: number): Buffer => {
      const text = Buffer.from('{"jsonrpc":"2.0","id":"long","method":"x"}')
      return Buffer.concat([text, Buffer.alloc(length - text.length, ' ')])
    }
    editor.send(Buffer.concat([padded(LINE_MAX_BYTES), Buffer.from('\n')]))
    expect((await editor.response('long')).error?.code).toBe(-32601)
    void editor.prompt(sessionId, 'Go')
    await editor.first((message) => isUpdate(message, sessionId, 'agent_message_chunk'))
    editor.send(Buffer.concat([padded(LINE_MAX_BYTES + 1), Buffer.from(rest)]))
    expect(await editor.ended).toBe('line-too-long')
    expect((await editor.response(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('16777216'),
    })
    expect(loggedTypes(home).slice(-2)).toEqual(['assistant/message', 'turn/end cancelled'])
    expectNothingLeft(ctx)
  })
})

describe('the end of the input', () => {
  it('comes after what is under way: all requests of a transcript are answered, a session without words is not kept [G48]', async () => {
    const { editor, ctx, home } = await started(['One.'])
    const root = project()
    editor.input.end(
      `${initialize}x\n${line({ id: 1, method: 'session/new', params: { cwd: root, mcpServers: [] } })}` +
        line({ id: 2, method: 'session/frob' }).trimEnd(),
    )
    expect(await editor.ended).toBe('client-gone')
    const sessionId = String((await editor.response(1)).result?.['sessionId'])
    expect(await editor.commands(sessionId, 1)).toMatchObject([{ name: 'skill:good' }])
    expect((await editor.response(2)).error?.code).toBe(-32601)
    expect(readdirSync(join(home, '.dsh/sessions'))).toEqual([]) // Nothing was said in it.
    expectNothingLeft(ctx)
  })

  it('lets a turn come to its end, and refuses what it asks', async () => {
    const path = join(project(), 'a.txt')
    const { editor, home } = await started([{ toolCalls: [{ name: 'read', arguments: { path } }] }, 'Done.'])
    editor.answer = () => undefined
    await editor.initialize()
    const sessionId = await editor.newSession(temporaryFolder())
    const turn = editor.prompt(sessionId, 'Go')
    await editor.first(({ method }) => method === 'session/request_permission')
    editor.input.end()
    expect((await turn).result).toEqual({ stopReason: 'end_turn' })
    expect(await editor.ended).toBe('client-gone')
    expect(loggedTypes(home).at(-1)).toBe('turn/end completed')
  })

  it('cancels a turn that goes on for more than some seconds', async () => {
    const { editor, ctx, home } = await started([{ text: 'Half', hangs: true }])
    await editor.initialize()
    const sessionId = await editor.newSession(temporaryFolder())
    void editor.prompt(sessionId, 'Go')
    await editor.first((message) => isUpdate(message, sessionId, 'agent_message_chunk'))
    editor.input.end()
    expect(await editor.ended).toBe('client-gone')
    expect(loggedTypes(home).slice(-2)).toEqual(['assistant/message', 'turn/end cancelled'])
    expectNothingLeft(ctx)
  })

  it('may come in the middle of a message, before the first, or as a broken stream', async () => {
    const inputs = [initialize.slice(0, 30), '', '\n']
    for (const text of inputs) {
      const { editor } = await started()
      editor.input.end(text)
      expect(await editor.ended).toBe('client-gone')
    }
    const { editor } = await started()
    await editor.initialize()
    editor.input.destroy(new Error('reset by peer'))
    expect(await editor.ended).toBe('client-gone')
  })
})

describe('an output that nobody reads any more', () => {
  it.each(['in a turn', 'between turns'])('ends the service %s, the log whole', async (when) => {
    const { editor, ctx, home } = await started(async () => {
      await setTimeout(20)
      return { text: ['a', 'b', 'c'], hangs: true }
    })
    await editor.initialize()
    const sessionId = await editor.newSession(temporaryFolder())
    if (when === 'in a turn') void editor.prompt(sessionId, 'Go')
    editor.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    expect(await editor.ended).toBe('client-gone')
    const kept = readdirSync(join(home, '.dsh/sessions')) // None, when the prompt came too late.
    expect(kept.map(() => loggedTypes(home)[0])).toEqual(kept.map(() => 'session/start'))
    expectNothingLeft(ctx)
  })

  it('is noticed with the next message, where the stream does not tell', async () => {
    const { editor, home } = await started([{ text: 'Half', hangs: true }])
    await editor.initialize()
    const sessionId = await editor.newSession(temporaryFolder())
    editor.output.destroy()
    void editor.prompt(sessionId, 'Go')
    expect(await editor.ended).toBe('client-gone')
    expect(loggedTypes(home)[0]).toBe('session/start')
  })
})

it('ends on its signal, at once or at the start, sessions closed', async () => {
  const { editor, ctx, home } = await started([{ text: 'Half', hangs: true }])
  await editor.initialize()
  const sessionId = await editor.newSession(temporaryFolder())
  void editor.prompt(sessionId, 'Go')
  await editor.first((message) => isUpdate(message, sessionId, 'agent_message_chunk'))
  editor.abort()
  expect(await editor.ended).toBe('aborted')
  expect(loggedTypes(home).slice(-2)).toEqual(['assistant/message', 'turn/end cancelled'])
  expectNothingLeft(ctx)
  expect(await new Editor().start(ctx, { signal: AbortSignal.abort() }).ended).toBe('aborted')
})

it('leaves no listener on what it was given', async () => {
  const { editor } = await started()
  await editor.initialize()
  await editor.newSession(temporaryFolder())
  editor.input.end()
  await editor.ended
  expect(editor.output.listenerCount('error')).toBe(0)
  expect(editor.input.destroyed).toBe(true)
})

it('can be cancelled at every message of a turn, and the next turn works [R10]', async () => {
  const path = join(project(), 'a.txt')
  const { editor, ctx, home } = await started((request, index) => {
    if (request.messages.at(-1)?.content === 'next') return 'Fine.'
    const answers = [
      {
        toolCalls: [
          { name: 'skill', arguments: { name: 'good' } },
          { name: 'read', arguments: { path } },
        ],
      },
    ]
    return (
      (request.messages.at(-1)?.role === 'tool' ? undefined : answers[0]) ?? {
        reasoning: 'Hm',
        text: ['a', `${index}`],
      }
    )
  })
  editor.answer = () => ({ result: { outcome: { outcome: 'selected', optionId: 'once' } } })
  await editor.initialize()
  const sessionId = await editor.newSession(project())
  const reasons: unknown[] = []
  for (let step = 0; step < 16; step += 1) {
    const from = editor.received.length
    const turn = editor.prompt(sessionId, step % 2 === 0 ? 'go' : '/skill:good go')
    const message = editor.nth((each) => editor.received.indexOf(each) >= from, Math.max(1, step))
    if (step > 0) await Promise.race([message, turn])
    editor.notify('session/cancel', { sessionId })
    reasons.push((await turn).result?.['stopReason'])
    expect((await editor.prompt(sessionId, 'next')).result).toEqual({ stopReason: 'end_turn' })
  }
  expect(new Set(reasons)).toEqual(new Set(['cancelled', 'end_turn']))
  expect(reasons[0]).toBe('cancelled')
  editor.input.end()
  await editor.ended
  expectNothingLeft(ctx)
  const types = loggedTypes(home)
  expect(types.filter((type) => type === 'turn/start')).toHaveLength(
    types.filter((type) => type.startsWith('turn/end')).length,
  )
})

it('hears a cancel that comes right behind its prompt, and one by way of the request', async () => {
  const { editor, home } = await started(() => ({ text: 'Half', hangs: true }))
  await editor.initialize()
  const sessionId = await editor.newSession(temporaryFolder())
  const prompt = (id: string): string =>
    line({ id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: 'Go' }] } })
  editor.send(prompt('a') + line({ method: 'session/cancel', params: { sessionId } }))
  expect((await editor.response('a')).result).toEqual({ stopReason: 'cancelled' })
  editor.send(prompt('b') + line({ method: '$/cancel_request', params: { requestId: 'b' } }))
  expect((await editor.response('b')).result).toEqual({ stopReason: 'cancelled' })
  editor.send(prompt('c') + line({ id: 'd', method: 'session/close', params: { sessionId } }))
  expect((await editor.response('c')).result).toEqual({ stopReason: 'cancelled' })
  expect((await editor.response('d')).result).toEqual({})
  // A turn that began before the cancel was read has its end in the log.
  const turns = loggedTypes(home).filter((type) => type.startsWith('turn/'))
  const begun = turns.filter((type) => type === 'turn/start')
  expect(turns).toEqual(begun.flatMap(() => ['turn/start', 'turn/end cancelled']))
})

it('goes on after more requests than it has time to answer', async () => {
  const { editor } = await started()
  const many = Array.from({ length: 2000 }, (_, id) => line({ id: `m${id}`, method: 'session/frob' })).join('')
  editor.send(initialize + many)
  expect((await editor.response('m1999')).error?.code).toBe(-32601)
  await editor.newSession(temporaryFolder())
})
