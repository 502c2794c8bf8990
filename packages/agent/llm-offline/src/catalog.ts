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
 * The skills that a request tells of: its session catalog, in its own order, with what later reminders added, changed
 * and took out; `undefined` when it tells of none.
 *
 * Only a whole `<system-reminder>` counts, and as a catalog only one ahead of the first answer: a list inside the user's
 * words, an answer or a tool result is just text.
 */
export function parseCatalog(messages: readonly Message[]): readonly CatalogEntry[] | undefined {
  const firstAnswer = messages.findIndex((message) => message.role !== 'user')
  const opening = firstAnswer === -1 ? messages : messages.slice(0, firstAnswer)
  const catalog = remindersIn(opening)
    .map((text) => entriesIn(text, 'available_skills'))
    .find((entries) => entries !== undefined)
  const skills = new Map(catalog?.map((entry) => [entry.name, entry]))
  let isTold = catalog !== undefined
  for (const text of remindersIn(messages)) {
    const told = ['added_skills', 'changed_skills'].flatMap((tag) => entriesIn(text, tag) ?? [])
    for (const entry of told) skills.set(entry.name, entry)
    for (const { name } of entriesIn(text, 'removed_skills') ?? []) skills.delete(name)
    isTold ||= told.length > 0
  }
  return isTold ? [...skills.values()] : undefined
}

function remindersIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ role, content }) => (role === 'user' && isReminder(content) ? [content] : []))
}

function entriesIn(content: string, tag: string): readonly CatalogEntry[] | undefined {
  const lines = content.split('\n').map((line) => line.trim())
  const start = lines.indexOf(`<${tag}>`)
  const end = lines.indexOf(`</${tag}>`, start + 1)
  return start === -1 || end === -1 ? undefined : lines.slice(start + 1, end).flatMap(parseEntry)
}

function parseEntry(line: string): readonly CatalogEntry[] {
  const [, name, description = ''] = ENTRY.exec(line) ?? []
  return name === undefined ? [] : [{ name, description: unescapeMarkup(description) }]
}
