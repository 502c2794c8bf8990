import { z } from 'zod'
import { configFileSchema } from './schema.ts'

/** A setting in words, made from its schema. */
export interface SettingWords {
  /** Its keys with dots between. */
  readonly name: string
  /** What it takes: "takes …". */
  readonly takes: string
  /** The same of each entry of a list. */
  readonly entryTakes?: string | undefined
  /** A value as one would write it. */
  readonly example: string
  /** Its default as a page shows it, in Markdown. */
  readonly defaultText: string
  /** What it does, in Markdown. */
  readonly description: string
}

const Node = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  absent: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.object({ title: z.string().optional() }).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

type Node = z.output<typeof Node>

/** Every setting of config.yaml, in the order of the schema. */
export function settingsInWords(): readonly SettingWords[] {
  return settingsBelow(z.toJSONSchema(configFileSchema(), { io: 'output', unrepresentable: 'any' }), '')
}

function settingsBelow(value: unknown, name: string): readonly SettingWords[] {
  const node = Node.parse(value)
  if (node.properties === undefined) return [wordsOf(name, node)]
  return Object.entries(node.properties).flatMap(([key, inner]) =>
    settingsBelow(inner, name === '' ? key : `${name}.${key}`),
  )
}

function wordsOf(name: string, node: Node): SettingWords {
  return {
    name,
    takes: takenBy(name, node),
    entryTakes: node.items?.title,
    example: written(node.examples?.[0] ?? node.default),
    defaultText: node.absent ?? shownDefault(node.default),
    description: node.description ?? '',
  }
}

function takenBy(name: string, { title, type, enum: choices, minimum, maximum }: Node): string {
  if (title !== undefined) return title
  if (choices !== undefined) return choices.join(' or ')
  if (type !== 'integer') return 'true or false'
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const range = isBounded ? ` from ${minimum} to ${maximum}` : `, at least ${minimum}`
  return `${name.endsWith('Ms') ? 'milliseconds: ' : ''}a whole number${range}`
}

/** As YAML has it. */
function written(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value)
}

function shownDefault(value: unknown): string {
  if (value === undefined) return '–'
  if (Array.isArray(value)) return 'none'
  return typeof value === 'string' || typeof value === 'boolean' ? `\`${value}\`` : JSON.stringify(value)
}
