import type { TestTitle } from './titles.ts'

const ROW = /^\| ([A-Z]\d{1,2}) \| (.+?) \|(?: (.*?) \|)?$/
const IDS_AT_END = /(?:\s*\[[A-Z]\d{1,2}\])+$/
const ID = /\[([A-Z]\d{1,2})\]/g

export interface PageReport {
  /** One line each. None when every row has a test and every id has a row. */
  readonly findings: readonly string[]
  /** The page with the third column as the tests have it. */
  readonly text: string
  readonly rowCount: number
}

/** The ids that a title ends in: `… [F17]`, `… [A1] [C8]`. */
export function idsOf(title: string): readonly string[] {
  const [ids = ''] = IDS_AT_END.exec(title) ?? []
  return Array.from(ids.matchAll(ID), ([, id = '']) => id)
}

/**
 * Compares the rows of the page, `| id | what holds | tests in |`, with the tests whose titles end in an id. A row without a
 * test and an id without a row are findings; the third column names the packages that test the row.
 */
export function checkPage(page: string, tests: readonly TestTitle[]): PageReport {
  const places = new Map<string, Set<string>>()
  for (const { file, title } of tests) {
    for (const id of idsOf(title)) places.set(id, (places.get(id) ?? new Set()).add(placeOf(file)))
  }
  const rows = new Set<string>()
  const findings: string[] = []
  const lines = page.split('\n').map((line) => {
    const [, id, sentence] = ROW.exec(line) ?? []
    if (id === undefined) return line
    if (rows.has(id)) findings.push(`${id}: two rows; keep one`)
    rows.add(id)
    const tested = places.get(id)
    if (!tested) findings.push(`${id}: no test; write one whose title ends in [${id}]`)
    return `| ${id} | ${sentence} | ${[...(tested ?? [])].toSorted().join(', ')} |`
  })
  for (const id of places.keys()) if (!rows.has(id)) findings.push(`${id}: no row in docs/robustness.md; add one`)
  return { findings, text: lines.join('\n'), rowCount: rows.size }
}

/** The package or tool that a test file belongs to: the last folder before `test/`. */
function placeOf(file: string): string {
  return /([^/]+)\/test\//.exec(file)?.[1] ?? file
}
