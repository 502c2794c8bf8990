import { isAbsolute } from 'node:path'
import type { SessionUpdate, ToolCallLocation } from '@agentclientprotocol/sdk'
import { excerpt, type ToolKind } from '@deepseek-ai/dsh-tools'
import { codeBlock, literalLine } from './literal.ts'

const TITLE_MAX_LENGTH = 300

/** One call of a tool as editors show it. */
export interface ShownCall {
  /** Unique in the session. */
  readonly id: string
  readonly toolName: string
  readonly kind: ToolKind
  readonly title: string
  readonly locations: readonly string[]
}

/** The model wants the call. */
export function callUpdate({ id, toolName, kind, title, locations }: ShownCall): SessionUpdate {
  return {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    name: toolName,
    title: shownTitle(title),
    kind,
    status: 'pending',
    locations: locationsOf(locations),
  }
}

/** The call runs. */
export function startedUpdate(id: string): SessionUpdate {
  return { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' }
}

/** The call is over. */
export function resultUpdate(id: string, content: string, isError: boolean): SessionUpdate {
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: id,
    status: isError ? 'failed' : 'completed',
    content: [{ type: 'content', content: { type: 'text', text: codeBlock(content) } }],
  }
}

/** A title on one line, letter for letter. */
export function shownTitle(title: string): string {
  return literalLine(excerpt(title, TITLE_MAX_LENGTH))
}

/** The files among `locations`: the protocol knows no other places. */
export function locationsOf(locations: readonly string[]): ToolCallLocation[] {
  return locations.filter((location) => isAbsolute(location)).map((path) => ({ path }))
}
