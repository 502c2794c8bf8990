import type { Message, ToolSchema } from '@deepseek-ai/dsh-llm'
import { z } from 'zod'
import type { SessionEvent } from './events.ts'

const reasoningField = z.enum(['reasoning_content', 'reasoning'])

const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })

/** The message vocabulary of `dsh-llm`, for data that comes from outside. Unknown fields are let through. */
export const messageSchema: z.ZodType<Message> = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({
    role: z.literal('assistant'),
    content: z.string(),
    reasoning: z.string().exactOptional(),
    reasoningField: reasoningField.exactOptional(),
    toolCalls: z.array(toolCall).exactOptional(),
  }),
  z.object({
    role: z.literal('tool'),
    toolCallId: z.string(),
    toolName: z.string(),
    content: z.string(),
    isError: z.boolean().exactOptional(),
  }),
])

const loadedSkill = { name: z.string(), folder: z.string().exactOptional() }

const toolSchema: z.ZodType<ToolSchema> = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
})

const header = {
  adapter: z.string(),
  model: z.string(),
  endpoint: z.string().exactOptional(),
  parameters: z.object({
    temperature: z.number().exactOptional(),
    maxOutputTokens: z.number().exactOptional(),
  }),
  system: z.string(),
  tools: z.array(toolSchema),
  prefix: z.array(messageSchema),
}

const usage = z.object({
  inputTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
})

/** Fields that every event has. */
const base = { seq: z.int().nonnegative(), time: z.iso.datetime() }

function event<Type extends string, Fields extends z.core.$ZodShape>(type: Type, fields: Fields) {
  return z.object({ ...base, type: z.literal(type), ...fields })
}

const eventSchemas = [
  event('session/start', { version: z.literal(1), id: z.string(), cwd: z.string() }),
  event('session/resume', { cwd: z.string().exactOptional() }),
  event('request/header', { reason: z.enum(['initial', 'resume', 'change']), ...header }),
  event('turn/start', {}),
  event('user/message', {
    content: z.string(),
    skill: z.object({ ...loadedSkill, typed: z.string() }).exactOptional(),
  }),
  event('reminder', {
    code: z.string(),
    content: z.string(),
    data: z.record(z.string(), z.unknown()).exactOptional(),
  }),
  event('request/start', {}),
  event('assistant/message', {
    content: z.string(),
    reasoning: z.string().exactOptional(),
    reasoningField: reasoningField.exactOptional(),
    toolCalls: z.array(toolCall).exactOptional(),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']).exactOptional(),
    finishWord: z.string().exactOptional(),
    usage: usage.exactOptional(),
  }),
  event('tool/result', {
    toolCallId: z.string(),
    toolName: z.string(),
    content: z.string(),
    isError: z.boolean().exactOptional(),
    skill: z.object(loadedSkill).exactOptional(),
  }),
  event('root/readable', { path: z.string() }),
  event('notice', { code: z.string(), message: z.string() }),
  event('turn/end', { status: z.enum(['completed', 'cancelled', 'failed']), error: z.string().exactOptional() }),
] as const

/** One line of a log of format version 1. Fields that we do not know are let through. */
export const eventSchema: z.ZodType<SessionEvent> = z.discriminatedUnion('type', eventSchemas)

/** Every event type of format version 1. */
export const eventTypes: ReadonlySet<string> = new Set(eventSchemas.map((schema) => schema.shape.type.value))
