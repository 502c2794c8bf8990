import type { Message, ModelRequest, ToolCall } from '@deepseek-ai/dsh-llm'
import { isReminder, parseCatalog, type CatalogEntry } from './catalog.ts'
import { parseLoadedSkill, type LoadedSkill } from './loaded-skill.ts'

/** One tool call of the running turn and what came of it. */
export interface Attempt {
  readonly tool: string
  /** The argument that names something: a skill or a path. Absent when there is none. */
  readonly target?: string
  /** What the tool answered; empty when it never did, which counts as failed. */
  readonly content: string
  readonly isError: boolean
}

/** All that the responder takes from a request. */
export interface OfflineRequest {
  readonly tools: ReadonlySet<string>
  /** Absent: the request carries no catalog. */
  readonly catalog?: readonly CatalogEntry[]
  /** What the user wrote last; empty when that was a command that brought its skill along. */
  readonly words: string
  /** Calls since then, in order. */
  readonly attempts: readonly Attempt[]
  /** The skill that this turn has loaded: by the tool, or by the user's own command. */
  readonly loaded?: LoadedSkill
  /** Calls in the whole request: what makes the next id unique. */
  readonly callCount: number
}

/** Reads a request the way a model would be shown it. Text in tool results never counts as the user's words or as a catalog. */
export function readRequest(request: ModelRequest): OfflineRequest {
  const { messages } = request
  const turnStart = messages.findLastIndex((message) => message.role === 'user' && !isReminder(message.content))
  const words = messages[turnStart]?.content ?? ''
  const attempts = attemptsOf(messages.slice(turnStart + 1))
  const commanded = words.trimStart().startsWith('<skill_content ') ? parseLoadedSkill(words) : undefined
  const loaded = attempts.map(loadedBy).find((skill) => skill !== undefined) ?? commanded
  const catalog = parseCatalog(messages)
  return {
    tools: new Set(request.tools.map((tool) => tool.name)),
    words: commanded === undefined ? words : '',
    attempts,
    callCount: messages.flatMap(toolCalls).length,
    ...(catalog === undefined ? {} : { catalog }),
    ...(loaded === undefined ? {} : { loaded }),
  }
}

function toolCalls(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.toolCalls ?? []) : []
}

function attemptsOf(messages: readonly Message[]): readonly Attempt[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.toolCallId, message]] : [])),
  )
  return messages.flatMap(toolCalls).map((call) => {
    const target = targetOf(call.arguments)
    const result = results.get(call.id)
    return {
      tool: call.name,
      ...(target === undefined ? {} : { target }),
      content: result?.content ?? '',
      isError: result === undefined || result.isError === true,
    }
  })
}

function targetOf(text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // Another model's arguments need not be JSON.
    throw error
  }
  if (typeof value !== 'object' || value === null) return undefined
  const target = 'name' in value ? value.name : 'path' in value ? value.path : undefined
  return typeof target === 'string' ? target : undefined
}

function loadedBy(attempt: Attempt): LoadedSkill | undefined {
  return attempt.tool === 'skill' && !attempt.isError ? parseLoadedSkill(attempt.content) : undefined
}
