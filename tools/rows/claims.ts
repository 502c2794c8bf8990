import { PLACES, type PartName, type Parts } from './parts.ts'

/** A test that was run, or would be. */
export interface TestTitle {
  /** Relative to the root, with `/`. */
  readonly file: string
  /** Its own title; the titles of suites around it may stand before it. */
  readonly title: string
}

const IDS_AT_END = /(?:\s*\[[A-Z]\d{1,2}(?: \([a-z]+\))?\])+$/
const ID = /\[([A-Z]\d{1,2}(?: \([a-z]+\))?)\]/g

/**
 * The rows and parts that a test proves, by the ids that its title ends in: `… [F17]`, `… [A1] [F64 (remote)]`. For a
 * test that lies where a part of the row belongs, a row's id means that part. Pure.
 */
export function claimsOf({ file, title }: TestTitle, parts: Parts): readonly string[] {
  const [ids = ''] = IDS_AT_END.exec(title) ?? []
  const place = placeOf(file)
  return Array.from(ids.matchAll(ID), ([, id = '']) =>
    place !== undefined && parts[id]?.includes(place) ? partName(id, place) : id,
  )
}

export function partName(row: string, part: PartName): string {
  return `${row} (${part})`
}

function placeOf(file: string): PartName | undefined {
  return (Object.keys(PLACES) as PartName[]).find((part) => file.startsWith(PLACES[part]))
}
