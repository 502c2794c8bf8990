import type { ReasoningField, TokenUsage } from '@deepseek-ai/dsh-llm'
import { type ErrorBody, isErrorBody, readErrorBody } from './error-body.ts'

/** A piece of one tool call, in any of the forms that endpoints have for it. */
export interface CallPiece {
  readonly index?: string
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** What one event says; only what is there. */
export interface Chunk {
  readonly error?: ErrorBody
  /** It has the form of an answer, whether it says something or not. */
  readonly isOfAnswer: boolean
  readonly text: string
  readonly reasoning: string
  readonly reasoningField?: ReasoningField
  readonly calls: readonly CallPiece[]
  /** The endpoint's word for why the answer ends here. */
  readonly finish?: string
  readonly usage?: TokenUsage
  /** It holds the answer so far, not what is new in it. */
  readonly isWhole: boolean
}

type Fields = Readonly<Record<string, unknown>>

const NO_FIELDS: Fields = {}

/** Ways to say that an answer goes on. */
const NO_FINISH = new Set(['', 'null', 'None'])

/**
 * Reads the JSON of one event. What says nothing is passed over: unknown fields, fields of another type, an empty list
 * of choices, the choices beside the first.
 */
export function readChunk(value: unknown, eventName?: string): Chunk {
  const event = fieldsOf(value) ?? NO_FIELDS
  const choice = firstChoice(event['choices'])
  const delta = fieldsOf(choice?.['delta'])
  const message = fieldsOf(choice?.['message'])
  const body = delta ?? message ?? (typeof choice?.['text'] === 'string' ? { content: choice['text'] } : NO_FIELDS)
  const error = errorOf(event, choice, eventName)
  const finish = finishWordOf(choice?.['finish_reason'] ?? choice?.['stop_reason'])
  const usage = usageOf(event['usage'])
  return {
    ...(error && { error }),
    isOfAnswer: choice !== undefined,
    ...saidIn(body),
    calls: callsOf(body),
    ...(!NO_FINISH.has(finish) && { finish }),
    ...(usage && { usage }),
    isWhole: delta === undefined && message !== undefined,
  }
}

function firstChoice(choices: unknown): Fields | undefined {
  if (!Array.isArray(choices)) return undefined
  return choices.map(fieldsOf).find((choice) => choice && Number(choice['index'] ?? 0) === 0)
}

/** Some endpoints have an object for it, with the word inside. */
function finishWordOf(value: unknown): string {
  const fields = fieldsOf(value)
  return fields ? wordOf(fields['type'] ?? fields['reason']) || 'unknown' : wordOf(value)
}

function errorOf(event: Fields, choice: Fields | undefined, eventName: string | undefined): ErrorBody | undefined {
  if (isErrorBody(event['error'])) return readErrorBody(event)
  if (choice && isErrorBody(choice['error'])) return readErrorBody(choice)
  if (choice) return undefined
  // An error without a wrapper.
  const isError = eventName === 'error' || event['object'] === 'error' || event['type'] === 'error'
  if (isError || (event['choices'] === undefined && isErrorBody(event['message']) && hasStatus(event))) {
    return readErrorBody(event)
  }
  return undefined
}

function hasStatus({ code, status }: Fields): boolean {
  return [code, status].some((number) => Number(number) >= 400)
}

/** Text and reasoning; a refusal is text, and an endpoint that repeats its reasoning in a second field is heard once. */
function saidIn(body: Fields): Pick<Chunk, 'text' | 'reasoning' | 'reasoningField'> {
  const text = textOf(body['content']) + textOf(body['refusal'])
  for (const reasoningField of ['reasoning_content', 'reasoning'] as const) {
    const reasoning = textOf(body[reasoningField])
    if (reasoning !== '') return { text, reasoning, reasoningField }
  }
  const reasoning = textOf(body['reasoning_details'], 'thinking') || textOf(body['content'], 'thinking')
  return { text, reasoning }
}

/** A text, or the text of its part or parts: those that think, or those that do not. */
function textOf(value: unknown, kind: 'said' | 'thinking' = 'said'): string {
  if (typeof value === 'string') return kind === 'said' ? value : ''
  if (Array.isArray(value)) return value.map((part) => textOf(part, kind)).join('')
  const part = fieldsOf(value)
  return part ? textOfPart(part, kind) : ''
}

function textOfPart(part: Fields, kind: 'said' | 'thinking'): string {
  const isThought = part['thinking'] !== undefined || /^(?:thinking|reasoning)/.test(String(part['type']))
  if (isThought !== (kind === 'thinking')) return ''
  return isThought
    ? textOf(part['thinking']) || textOf(part['text']) || textOf(part['summary'])
    : textOf(part['text']) || textOf(part['refusal'])
}

function callsOf(body: Fields): readonly CallPiece[] {
  const calls = body['tool_calls'] ?? []
  const list = (Array.isArray(calls) ? calls : [calls]).map(fieldsOf).filter((call) => call !== undefined)
  // Several at a time without an index are told apart by their place.
  const pieces = list
    .map((call, place) => ({ ...(list.length > 1 && { index: `${place}` }), ...pieceOf(call) }))
    .filter(({ id, name, arguments: text }) => `${id}${name}${text}` !== '')
  const legacy = fieldsOf(body['function_call'])
  return [...pieces, ...(legacy ? [{ ...pieceOf(legacy), index: 'function_call' }] : [])]
}

function pieceOf(call: Fields): CallPiece {
  const called = fieldsOf(call['function']) ?? call
  const index = wordOf(call['index'])
  return {
    ...(index !== '' && { index }),
    id: wordOf(call['id']),
    name: wordOf(called['name']),
    arguments: argumentsOf(called['arguments']),
  }
}

function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function usageOf(value: unknown): TokenUsage | undefined {
  const usage = fieldsOf(value) ?? NO_FIELDS
  const inputTokens = countOf(usage['prompt_tokens'])
  const outputTokens = countOf(usage['completion_tokens'])
  if (inputTokens === undefined && outputTokens === undefined) return undefined
  return { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) }
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Text, or a number as text. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
