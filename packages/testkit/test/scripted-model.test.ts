import type { ModelEvent, ModelRequest } from '@deepseek-ai/dsh-llm'
import { expect, it } from 'vitest'
import { scriptedModel, type ScriptedModel } from '../src/index.ts'

const REQUEST: ModelRequest = { adapter: 'scripted', model: 'm', parameters: {}, system: '', tools: [], messages: [] }

async function ask(model: ScriptedModel, signal?: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(REQUEST, { signal })) events.push(event)
  return events
}

it('plays one reply for each request, then says that there is none', async () => {
  const model = scriptedModel([
    'a',
    { reasoning: 'Hm', text: ['b', 'c'], usage: { inputTokens: 1 } },
    {
      toolCalls: [
        { name: 'x', arguments: { n: 1 } },
        { name: 'y', arguments: '{', id: 'mine' },
      ],
    },
    (request) => `${request.model}!`,
    [{ type: 'retry', message: 'busy', delayMs: 1 }],
  ])
  expect(await ask(model)).toEqual([
    { type: 'text', text: 'a' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(await ask(model)).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'b' },
    { type: 'text', text: 'c' },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 1 } },
  ])
  expect(await ask(model)).toEqual([
    { type: 'tool-call', call: { id: 'call_1', name: 'x', arguments: '{"n":1}' } },
    { type: 'tool-call', call: { id: 'mine', name: 'y', arguments: '{' } },
    { type: 'finish', reason: 'tool-calls' },
  ])
  expect(await ask(model)).toMatchObject([{ text: 'm!' }, {}])
  expect(await ask(model)).toEqual([{ type: 'retry', message: 'busy', delayMs: 1 }])
  await expect(ask(model)).rejects.toThrow('The scripted model has no reply number 6.')
  expect(model.requests).toHaveLength(6)
})

it('fails and hangs where the script says so, behind what it streamed', async () => {
  const failure = new Error('no')
  const model = scriptedModel((_request, index) => (index === 0 ? { fails: failure } : { hangs: true }))
  await expect(ask(model)).rejects.toBe(failure)
  const controller = new AbortController()
  const call = ask(model, controller.signal)
  setTimeout(() => controller.abort('enough'), 5)
  await expect(call).rejects.toBe('enough')
})
