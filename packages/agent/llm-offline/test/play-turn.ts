import type { Message, ModelEvent, ModelRequest, ToolCall } from '@deepseek-ai/dsh-llm'
import { offlineAdapter } from '../src/index.ts'

/** What a tool answers to its parsed arguments. */
export type ToolAnswer = (input: { name?: string; path?: string }) => { content: string; isError?: boolean }

export async function collect(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

/** Plays the agent's loop until the responder answers. Gives the calls, the answer and the history that came of it. */
export async function playTurn(
  request: ModelRequest,
  tools: Readonly<Record<string, ToolAnswer>>,
): Promise<{ calls: readonly ToolCall[]; answer: string; messages: readonly Message[] }> {
  const calls: ToolCall[] = []
  let messages = request.messages
  for (let round = 0; round < 10; round++) {
    const events = await collect(offlineAdapter.stream({ ...request, messages }, {}))
    const asked = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))
    const content = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
    messages = [...messages, { role: 'assistant', content, ...(asked.length === 0 ? {} : { toolCalls: asked }) }]
    if (asked.length === 0) return { calls, answer: content, messages }
    for (const call of asked) {
      calls.push(call)
      const result = tools[call.name]?.(JSON.parse(call.arguments)) ?? { content: 'no such tool', isError: true }
      messages = [...messages, { role: 'tool', toolCallId: call.id, toolName: call.name, ...result }]
    }
  }
  throw new Error('The turn does not end.')
}
