import { escapeText } from './quote.ts'

const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Longest name that advice suggests, in UTF-16 units: what agentskills.io allows. */
const SUGGESTED_MAX_LENGTH = 64

/** Whether `text` may name a skill. */
export function isKebabCase(text: unknown): text is string {
  return typeof text === 'string' && SKILL_NAME.test(text)
}

/** What to write for a name that is none: the kebab form of what was meant, else that of the folder, else an example. */
export function adviseName(meant: unknown, path: string): string {
  const [folder, file = ''] = path.split(/[/\\]/).slice(-2)
  const name = kebabForm(meant) ?? kebabForm(/^skill\.md$/i.test(file) ? folder : file.replace(/\.md$/i, ''))
  return name === undefined ? 'Write it like `name: my-skill-2`' : `Write \`name: ${inYaml(name)}\``
}

/** `text` as a name; `undefined` where nothing in it can stand in one. */
function kebabForm(text: unknown): string | undefined {
  if (typeof text !== 'string' || escapeText(text, SUGGESTED_MAX_LENGTH * 2) !== text) return undefined
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
  // What is left of another alphabet would be another name.
  if (/[\p{L}\p{N}]/u.test(plain.replace(/[A-Za-z0-9]/g, ''))) return undefined
  const words = plain
    .replace(/(?<=[a-z0-9])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = words?.join('-')
  return name !== undefined && name.length <= SUGGESTED_MAX_LENGTH ? name : undefined
}

/** A name that YAML takes for a number or a truth value needs quotes. */
function inYaml(name: string): string {
  return /^(?:[0-9][0-9_]*|0[xo][0-9a-f]+|[0-9]+e-?[0-9]+|true|false|null)$/.test(name) ? `"${name}"` : name
}
