import { deepFreeze, type ToolSchema } from '@deepseek-ai/dsh-llm'
import { z } from 'zod'
import type { Tool } from './tool.ts'

/** What every known endpoint takes as the name of a function. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/

/**
 * A tool as the model is told of it: plain JSON, deep-frozen, the same bytes for the same tool.
 * Throws a `TypeError` when no model could be told: the name does not fit, or the input is no object that JSON Schema can say.
 */
export function toolSchema(tool: Tool): ToolSchema {
  if (!TOOL_NAME.test(tool.name)) {
    throw new TypeError(
      `A tool's name is 1 to 64 of the characters A-Z, a-z, 0-9, "_" and "-"; got ${JSON.stringify(tool.name)}.`,
    )
  }
  return deepFreeze({ name: tool.name, description: tool.description, parameters: parametersOf(tool) })
}

function parametersOf(tool: Tool): Record<string, unknown> {
  // `input`: what the model sends, before defaults are filled in.
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' })
  if (schema.type !== 'object') throw new TypeError(`The input of tool ${tool.name} must be an object schema.`)
  // A round trip leaves plain data alone: zod hangs functions on what it returns.
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
}
