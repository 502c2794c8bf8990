import type { AssistantMessage, Message, ToolCall, ToolMessage } from '@deepseek-ai/dsh-llm'
import { MISSING_ANSWER, MISSING_RESULT, TOOL_ERROR_MARK } from './messages.ts'

/** Deepest nesting of arguments: JSON readers elsewhere give up at a few hundred levels. */
const MAX_ARGUMENT_DEPTH = 64
/** Longest id that goes back: some gateways keep state in it. */
const MAX_ID_LENGTH = 4096

/** The name of a tool as the protocol takes it. */
export function wireName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'unnamed'
}

/**
 * Turns any history into what every server of the protocol takes: user messages side by side become one, each call has
 * its result and an id of its own, an answer stands between results and the next user message, arguments are a JSON object,
 * no answer is empty. What fits goes out word for word.
 *
 * Reasoning goes back with tool calls only, in the field that it came in. DeepSeek demands `reasoning_content` there, an
 * empty one included, once a model thinks (https://api-docs.deepseek.com/guides/thinking_mode); a server that never sent
 * that field does not get it. `alwaysReasoning` sends it also when nothing in the history shows that the model thinks.
 */
export function wireMessages(
  messages: readonly Message[],
  { alwaysReasoning }: { readonly alwaysReasoning: boolean },
): readonly object[] {
  const withReasoning = alwaysReasoning || messages.some(hasReasoningContent)
  const ids = new Set<string>()
  const wire: object[] = []
  let said: string[] = []
  let isAfterResult = false
  const endUserMessage = (): void => {
    if (said.length === 0) return
    // Where a turn ended early, or its user put in a word.
    if (isAfterResult) wire.push({ role: 'assistant', content: MISSING_ANSWER })
    wire.push({ role: 'user', content: said.join('\n\n') })
    said = []
    isAfterResult = false
  }
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user') said.push(message.content)
    if (message.role !== 'assistant' || isEmpty(message)) continue
    endUserMessage()
    const calls = (message.toolCalls ?? []).map((call) => ({ call, id: uniqueId(call.id, ids) }))
    const results = resultsAfter(messages, index)
    wire.push(wireAnswer(message, calls, withReasoning))
    isAfterResult = calls.length > 0
    for (const { call, id } of calls) {
      wire.push({ role: 'tool', tool_call_id: id, content: resultText(results.get(call.id)?.shift()) })
    }
  }
  endUserMessage()
  return wire
}

interface WireCall {
  readonly call: ToolCall
  readonly id: string
}

function wireAnswer(message: AssistantMessage, calls: readonly WireCall[], withReasoning: boolean): object {
  const { content } = message
  if (calls.length === 0) return { role: 'assistant', content }
  return {
    role: 'assistant',
    content: isBlank(content) ? null : content,
    ...wireReasoning(message, withReasoning),
    tool_calls: calls.map(({ call, id }) => ({
      id,
      type: 'function',
      function: { name: wireName(call.name), arguments: wireArguments(call.arguments) },
    })),
  }
}

function wireReasoning({ reasoning = '', reasoningField }: AssistantMessage, withReasoning: boolean): object {
  if (reasoningField === 'reasoning') return reasoning === '' ? {} : { reasoning }
  return withReasoning ? { reasoning_content: reasoning } : {}
}

function hasReasoningContent(message: Message): boolean {
  return message.role === 'assistant' && message.reasoningField === 'reasoning_content' && message.reasoning !== ''
}

function isEmpty({ content, toolCalls = [] }: AssistantMessage): boolean {
  return toolCalls.length === 0 && isBlank(content)
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** The results that stand right behind the message number `index`, by the ids of their calls. */
function resultsAfter(messages: readonly Message[], index: number): ReadonlyMap<string, ToolMessage[]> {
  const results = new Map<string, ToolMessage[]>()
  for (let at = index + 1; ; at += 1) {
    const message = messages[at]
    if (message?.role !== 'tool') return results
    results.set(message.toolCallId, [...(results.get(message.toolCallId) ?? []), message])
  }
}

function resultText(result: ToolMessage | undefined): string {
  if (result === undefined) return MISSING_RESULT
  return result.isError ? TOOL_ERROR_MARK + result.content : result.content
}

/** The id itself where it can go back and was not used before: some endpoints give none, or one id twice. */
function uniqueId(id: string, taken: Set<string>): string {
  const base = /^[^\s\p{C}]+$/u.test(id) && id.length <= MAX_ID_LENGTH ? id : 'call'
  let unique = base
  for (let number = 2; taken.has(unique); number += 1) unique = `${base}_${number}`
  taken.add(unique)
  return unique
}

/** The text itself where it is a JSON object. What the model reads of any other is the result of its call. */
function wireArguments(text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return '{}' // Not JSON: the result of the call says so.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '{}'
  const { isDeep, isWellFormed } = inspect(value)
  if (isDeep) return '{}'
  return isWellFormed ? text : JSON.stringify(value, wellFormed)
}

/** Half a surrogate pair hides from `JSON.stringify` behind an escape, and readers elsewhere refuse it. */
export function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every((key) => key.isWellFormed())) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key.toWellFormed(), entry]))
}

function inspect(data: object): { readonly isDeep: boolean; readonly isWellFormed: boolean } {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: data, depth: 1 }]
  let isWellFormed = true
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') isWellFormed &&= value.isWellFormed()
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_ARGUMENT_DEPTH) return { isDeep: true, isWellFormed }
    for (const [key, entry] of Object.entries(value)) {
      isWellFormed &&= key.isWellFormed()
      open.push({ value: entry, depth: depth + 1 })
    }
  }
  return { isDeep: false, isWellFormed }
}
