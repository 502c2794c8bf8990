import { setImmediate } from 'node:timers/promises'
import type { ModelAdapter, ModelEvent, ModelRequest, StreamOptions, ToolCall } from '@deepseek-ai/dsh-llm'
import { answerText } from './answer-text.ts'
import { chooseSkill, loadMatcher } from './choose.ts'
import { planStep } from './plan.ts'
import { readRequest, type OfflineRequest } from './read-request.ts'

/**
 * The adapter `offline`: answers by a fixed program from what stands in the request, and from nothing else. Any model
 * name will do. An abort rejects with the signal's reason.
 */
export const offlineAdapter: ModelAdapter = {
  name: 'offline',
  async *stream(modelRequest: ModelRequest, { signal }: StreamOptions): AsyncIterable<ModelEvent> {
    signal?.throwIfAborted()
    const request = readRequest(modelRequest)
    const call = await nextCall(request)
    signal?.throwIfAborted()
    if (call !== undefined) {
      yield { type: 'tool-call', call: { id: `offline-${request.callCount + 1}`, ...call } }
      yield { type: 'finish', reason: 'tool-calls' }
      return
    }
    for (const line of answerText(request).split('\n')) {
      yield { type: 'text', text: `${line}\n` }
      await setImmediate() // Lets whoever shows the pieces draw, and a cancel come through.
      signal?.throwIfAborted()
    }
    yield { type: 'finish', reason: 'stop' }
  },
}

async function nextCall(request: OfflineRequest): Promise<Omit<ToolCall, 'id'> | undefined> {
  const step = planStep(request)
  switch (step.kind) {
    case 'read':
      return { name: 'read', arguments: JSON.stringify({ path: step.path }) }
    case 'choose': {
      const skill = chooseSkill(request.words, step.catalog, await loadMatcher())
      return skill && { name: 'skill', arguments: JSON.stringify({ name: skill.name }) }
    }
    case 'answer':
      return undefined
  }
}
