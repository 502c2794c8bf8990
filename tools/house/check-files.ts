import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from './figures.ts'
import type { Finding } from './finding.ts'
import type { Package } from './packages.ts'
import type { Source } from './sources.ts'

const LINES_MAX = 300

/** Whether the package has a page for its users, and its files stay short enough to be read. */
export function checkFiles(root: string, item: Package, sources: readonly Source[]): readonly Finding[] {
  const readme = `packages/${item.folder}/README.md`
  const missing = {
    path: readme,
    line: 1,
    what: 'the file is missing',
    todo: 'write it: purpose, install, example, settings, failures',
  }
  return [
    ...(existsSync(join(root, readme)) ? [] : [missing]),
    ...sources.flatMap(({ path, text }) => {
      const lines = linesOf(text)
      if (lines <= LINES_MAX) return []
      return [
        {
          path,
          line: LINES_MAX + 1,
          what: `${lines} lines, ${LINES_MAX} at most`,
          todo: 'give a step of it a file of its own',
        },
      ]
    }),
  ]
}
