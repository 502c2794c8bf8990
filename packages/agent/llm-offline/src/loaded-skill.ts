import { isAbsolute } from 'node:path'
import { unescapeMarkup } from './unescape-markup.ts'

/** A skill as the `skill` tool or a `/skill:` command put it into the conversation. */
export interface LoadedSkill {
  readonly name: string
  /** Absolute folder that relative paths start from; absent when the skill's files are not in a folder. */
  readonly base?: string
  readonly instructions: string
}

const BASE_FOLDER = /^[\w ]*(?:folder|directory): (.+)$/i
const NAME = /<skill_content name="([^"]*)">/

/** Reads the loaded content at the start of a text; `undefined` when there is none. */
export function parseLoadedSkill(text: string): LoadedSkill | undefined {
  const name = NAME.exec(text)?.[1]
  const instructions = between(text, 'skill_instructions')
  if (name === undefined || instructions === undefined) return undefined
  const base = baseFolder(between(text, 'skill_resources') ?? '')
  return {
    name: unescapeMarkup(name),
    instructions: instructions.trim(),
    ...(base === undefined ? {} : { base }),
  }
}

function between(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`)
  const end = text.indexOf(`</${tag}>`, start)
  return start === -1 || end === -1 ? undefined : text.slice(start + tag.length + 2, end)
}

/** A path may hold spaces, brackets, colons and quotes, so it goes to the end of its line. */
function baseFolder(resources: string): string | undefined {
  const paths = resources.split('\n').map((line) => unescapeMarkup(BASE_FOLDER.exec(line.trim())?.[1] ?? ''))
  return paths.find((path) => isAbsolute(path))
}
