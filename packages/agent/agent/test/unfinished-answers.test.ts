import type { ModelEvent } from '@deepseek-ai/dsh-llm'
import { type ScriptedReply, scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { AgentEvent, TurnResult } from '../src/index.ts'
import { MAX_ANSWER_CALLS, MAX_ANSWER_LENGTH } from '../src/streamed-answer.ts'
import { agentOf, echoTool, eventsOf, isValidHistory, mount, user } from './fixture.ts'

const echo = { name: 'echo', arguments: { text: 'x' } }

/** Plays `reply`, then a second turn; the history of that one is in order. */
async function play(reply: ScriptedReply) {
  const scripted = scriptedModel([reply, 'Fine.'])
  const ctx = await mount(scripted)
  const runs: string[] = []
  ctx.tools.register(echoTool('echo', () => (runs.push('echo'), Promise.resolve({ content: 'ran' }))))
  const agent = agentOf(ctx)
  const first: TurnResult = await agent.prompt('Go')
  expect(await agent.prompt('Again')).toEqual({ status: 'completed', answer: 'Fine.' })
  expect(isValidHistory(scripted.requests[1]?.messages ?? [])).toBe(true)
  return { first, runs, session: agent.session, messages: scripted.requests[1]?.messages ?? [] }
}

it('fails a turn whose answer the endpoint gave up, with its reason, and runs no call in it [G11]', async () => {
  const finish = { type: 'finish', reason: 'other', word: 'insufficient_system\u001b_resource' } as const
  const call = { type: 'tool-call', call: { id: 'a', name: 'echo', arguments: '{"text":"x"}' } } as const
  const { first, runs, session, messages } = await play([{ type: 'text', text: 'Half' }, call, finish])
  expect(first).toEqual({
    status: 'failed',
    answer: 'Half',
    error:
      'The endpoint ended the answer with the reason "insufficient_system\\u{1b}_resource": it is not complete, and no tool call in it was run. Try again.',
  })
  expect(runs).toEqual([])
  expect(eventsOf(session, 'assistant/message')[0]).toMatchObject({
    content: 'Half',
    finish: 'other',
    finishWord: finish.word,
  })
  expect(messages[2]).toMatchObject({
    content: 'Not run: the answer that made this tool call did not come to its end.',
    isError: true,
  })
})

it.each([
  ['length', 'The model reached its output limit: the answer ends early. Ask to go on, or raise its limit.'],
  ['content-filter', 'The endpoint withheld a part of the answer (content filter). Ask in other words.'],
] as const)('fails a turn whose text is cut by %s, and keeps what came [G11]', async (finish, error) => {
  const { first, messages } = await play({ text: 'Half', finish })
  expect(first).toEqual({ status: 'failed', answer: 'Half', error })
  expect(messages.map(({ content }) => content)).toEqual(['Go', 'Half', 'Again'])
})

it.each(['length', 'content-filter'] as const)('runs no call of an answer that is cut by %s [G11]', async (finish) => {
  const { first, runs } = await play({ text: 'I look.', toolCalls: [echo, { ...echo, arguments: '{"te' }], finish })
  expect(first).toMatchObject({ status: 'failed', answer: 'I look.' })
  expect(first.error).toContain('Its tool calls were not run.')
  expect(runs).toEqual([])
})

it.each([
  ['nothing', {}, 'without saying anything'],
  ['blanks', { text: ' \n\u200b' }, 'without saying anything'],
  ['reasoning alone', { reasoning: 'Hm.' }, 'without saying anything'],
  ['reasoning in a tag alone', { text: '\n<think>Hm.\nTea?</think>\n' }, 'without saying anything'],
  ['reasoning in a tag without its end', { text: '<think>Hm. Tea?' }, 'without saying anything'],
  ['nothing before its limit', { finish: 'length' }, 'output limit before it said anything'],
  ['nothing but a filter', { finish: 'content-filter' }, 'withheld the answer'],
] as const)('fails a turn whose answer is %s [G15]', async (_, reply, sentence) => {
  const { first } = await play(reply)
  expect(first).toMatchObject({ status: 'failed', error: expect.stringContaining(sentence) })
})

it.each(['<think>Hm.</think>Tea.', 'The tag is <think>.', '<thinkpad>', '<think></think> .'])(
  'takes %j for an answer [G15]',
  async (text) => {
    expect((await play({ text })).first).toEqual({ status: 'completed', answer: text })
  },
)

it('fails a turn that ends with nothing after its tools ran [G15]', async () => {
  const ctx = await mount(scriptedModel([{ text: 'I look.', toolCalls: [echo] }, {}]))
  ctx.tools.register(echoTool())
  expect(await agentOf(ctx).prompt('Go')).toMatchObject({ status: 'failed', answer: '' })
})

function* endless(event: ModelEvent): Generator<ModelEvent> {
  for (;;) yield event
}

it.each([
  ['text', { type: 'text', text: 'tea '.repeat(10_000) }],
  ['reasoning', { type: 'reasoning', text: 'tea '.repeat(10_000) }],
  ['arguments', { type: 'tool-call', call: { id: 'a', name: 'echo', arguments: 'x'.repeat(100_000) } }],
  ['calls', { type: 'tool-call', call: { id: 'a', name: 'echo', arguments: '{"text":"x"}' } }],
] as const)('stops an answer of %s without end, and keeps a stub of it [G16]', async (_, event) => {
  const scripted = scriptedModel(['Fine.'])
  let heard = 0
  const ctx = await mount({
    name: 'scripted',
    async *stream(request, options) {
      if (request.messages.length > 1) return yield* scripted.stream(request, options)
      for (const next of endless(event)) {
        heard += 1
        yield next
      }
    },
  })
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  const { status, error } = await agent.prompt('Go')
  expect({ status, error }).toEqual({
    status: 'failed',
    error: `The answer was stopped: one answer may hold ${MAX_ANSWER_LENGTH} characters and ${MAX_ANSWER_CALLS} tool calls. Only its beginning is kept. Ask for less at a time.`,
  })
  expect(heard).toBeLessThanOrEqual(129)
  expect(JSON.stringify(agent.session.events).length).toBeLessThan(10_000)
  expect(eventsOf(agent.session, 'tool/result')).toEqual([])
  expect(await agent.prompt('Again')).toMatchObject({ status: 'completed' })
})

it('ends a turn that makes too many calls, and answers each [G16]', async () => {
  const ctx = await mount(scriptedModel(() => ({ toolCalls: Array.from({ length: 120 }, () => echo) })))
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toMatchObject({
    status: 'failed',
    error:
      'The turn was ended after 1000 tool calls, the most that one turn may make. Ask to go on if the work is not done.',
  })
  expect(eventsOf(agent.session, 'tool/result').filter(({ content }) => content === 'echo: x')).toHaveLength(1000)
  expect(isValidHistory(agent.session.messages())).toBe(true)
})

it('keeps a stub of a result that is too large, and ends a turn that gathers too much [G16]', async () => {
  const sizes = [2_000_000, ...Array.from({ length: 20 }, () => 900_000)]
  const ctx = await mount(scriptedModel(() => ({ toolCalls: [echo] })))
  ctx.tools.register(echoTool('echo', () => Promise.resolve({ content: 'x'.repeat(sizes.shift() ?? 0) })))
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('its answers and tool results hold more than 16000000 characters'),
  })
  const [first] = eventsOf(agent.session, 'tool/result')
  expect(first?.content).toBe(`${'x'.repeat(2000)}\n[cut: 2000000 characters came, and only the beginning is kept]`)
})

it('ends a turn whose answers together are too large [G16]', async () => {
  const ctx = await mount(scriptedModel(() => ({ text: 'x'.repeat(3_000_000), toolCalls: [echo] })))
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('more than 16000000'),
  })
  expect(eventsOf(agent.session, 'assistant/message')).toHaveLength(6)
  expect(isValidHistory(agent.session.messages())).toBe(true)
})

it('shows the name of an unknown tool cut and escaped, and logs it word for word [G20]', async () => {
  const name = `\u001b[31m${'x'.repeat(100_000)}`
  const ctx = await mount(scriptedModel([{ toolCalls: [{ name, arguments: {} }] }, 'Done.']))
  const agent = agentOf(ctx)
  const heard: AgentEvent[] = []
  agent.subscribe((event) => event.type === 'tool/start' && heard.push(event))
  expect(await agent.prompt('Go')).toMatchObject({ status: 'completed' })
  const shown = `\\u{1b}[31m${'x'.repeat(51)}...`
  expect(heard).toMatchObject([{ toolName: shown, title: shown }])
  expect(eventsOf(agent.session, 'tool/result')[0]).toMatchObject({ toolName: shown })
  expect(eventsOf(agent.session, 'assistant/message')[0]?.toolCalls?.[0]?.name).toBe(name)
})

it('gives calls of later answers other ids than those of earlier ones [G10]', async () => {
  const call = { ...echo, id: 'call_0' }
  const ctx = await mount(scriptedModel([{ toolCalls: [call] }, { toolCalls: [call] }, 'Done.']))
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  await agent.prompt('Go')
  expect(eventsOf(agent.session, 'tool/result').map(({ toolCallId }) => toolCallId)).toEqual(['call_0', 'call_0_2'])
})

it('sends reasoning back to the endpoint that sent it, and to no other [G13]', async () => {
  const thinking = scriptedModel(
    [
      [
        { type: 'reasoning', text: 'Hm', field: 'reasoning' },
        { type: 'tool-call', call: { id: 'a', name: 'echo', arguments: '{"text":"x"}' } },
        { type: 'finish', reason: 'tool-calls' },
      ],
      'One.',
      'Three.',
    ],
    'scripted',
  )
  const other = scriptedModel(['Two.'], 'other')
  const ctx = await mount({ ...thinking, endpoint: 'http://a/v1' })
  ctx.llm.register({ ...other, endpoint: 'http://b/v1' })
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  await agent.prompt('1')
  agent.setModel({ adapter: 'other', model: 'small' })
  await agent.prompt('2')
  agent.setModel({ adapter: 'scripted', model: 'small' })
  await agent.prompt('3')
  const answers = [thinking.requests[1], other.requests[0], thinking.requests[2]].map((request) => request?.messages[1])
  expect(answers).toMatchObject([{ reasoning: 'Hm', reasoningField: 'reasoning' }, {}, { reasoning: 'Hm' }])
  expect(answers[1]).not.toHaveProperty('reasoning')
  expect(thinking.requests[2]?.messages[0]).toEqual(user('1'))
})
