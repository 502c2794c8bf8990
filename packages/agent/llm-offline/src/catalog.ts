import type { Message } from '@deepseek-ai/dsh-llm'
import { unescapeMarkup } from './unescape-markup.ts'

/** One skill as the session catalog shows it. */
export interface CatalogEntry {
  readonly name: string
  /** Empty where the catalog was shortened to names. */
  readonly description: string
}

const ENTRY = /^- `([a-z0-9-]+)`(?:: (.*))?$/

/** Whether a user-role message is a note of the agent to the model, and no words of the user. */
export function isReminder(content: string): boolean {
  const text = content.trim()
  return text.startsWith('<system-reminder>') && text.endsWith('</system-reminder>')
}

/**
 * The session catalog of a request, in its own order; `undefined` when there is none.
 *
 * Only a whole `<system-reminder>` ahead of the first answer counts: a list inside the user's words, an answer or a
 * tool result is just text.
 */
export function parseCatalog(messages: readonly Message[]): readonly CatalogEntry[] | undefined {
  const firstAnswer = messages.findIndex((message) => message.role !== 'user')
  const opening = firstAnswer === -1 ? messages : messages.slice(0, firstAnswer)
  for (const message of opening) {
    if (!isReminder(message.content)) continue
    const lines = listedLines(message.content)
    if (lines !== undefined) return lines.flatMap(parseEntry)
  }
  return undefined
}

function listedLines(content: string): readonly string[] | undefined {
  const lines = content.split('\n').map((line) => line.trim())
  const start = lines.indexOf('<available_skills>')
  const end = lines.indexOf('</available_skills>', start + 1)
  return start === -1 || end === -1 ? undefined : lines.slice(start + 1, end)
}

function parseEntry(line: string): readonly CatalogEntry[] {
  const [, name, description = ''] = ENTRY.exec(line) ?? []
  return name === undefined ? [] : [{ name, description: unescapeMarkup(description) }]
}
