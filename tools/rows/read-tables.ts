import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The documents whose tables have a row for each thing that must be proved. */
const DOCUMENTS = ['field-reports.md', 'threats.md']

const ROW = /^\| ([A-Z]\d{1,2}) \|/gm

/** The id of each row in the tables of `folder`, in their order; `undefined` unless both documents are there. */
export function readTables(folder: string): readonly string[] | undefined {
  const paths = DOCUMENTS.map((name) => join(folder, name))
  if (!paths.every((path) => existsSync(path))) return undefined
  return paths.flatMap((path) => rowsOf(readFileSync(path, 'utf8')))
}

/** The ids that start the lines of tables. Pure. */
export function rowsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(ROW), ([, id = '']) => id)
}

/** What keeps the committed list of rows from being that of the tables. Pure. */
export function rowsApart(tables: readonly string[], committed: readonly string[]): readonly string[] {
  return [
    ...tables.filter((id) => !committed.includes(id)).map((id) => `${id}: in the tables, and not in ids.ts; add it`),
    ...committed.filter((id) => !tables.includes(id)).map((id) => `${id}: in ids.ts, and not in the tables; remove it`),
  ]
}
