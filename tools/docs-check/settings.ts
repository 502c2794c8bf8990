import { z } from 'zod'

/** One setting: dots part it from the sections that it lies in. */
export interface Setting {
  readonly name: string
  /** As a page shows it; absent when there is none. */
  readonly defaultText?: string
}

const Schema = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  default: z.unknown().optional(),
})

/** The settings that the schema of a package's `Config` takes, in its order. */
export function settingsOf(config: z.ZodType): readonly Setting[] {
  return settingsIn(z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }), '')
}

function settingsIn(value: unknown, name: string): readonly Setting[] {
  const schema = Schema.parse(value)
  if (schema.properties) {
    const start = name === '' ? '' : `${name}.`
    return Object.entries(schema.properties).flatMap(([key, inner]) => settingsIn(inner, start + key))
  }
  if (name === '') return []
  if (schema.default === undefined) return [{ name }]
  return [{ name, defaultText: typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default) }]
}

const ROW = /^\| `([^`]+)` \| ([^|]+) \|/gm
const LITERAL = /^`([^`]*)`$/

/** The settings that a table `| setting | default | … |` shows. A default that is no literal, such as "none", counts as none. */
export function settingsShown(section: string): readonly Setting[] {
  return Array.from(section.matchAll(ROW), ([, name = '', cell = '']) => {
    const defaultText = LITERAL.exec(cell.trim())?.[1]
    return defaultText === undefined ? { name } : { name, defaultText }
  })
}
