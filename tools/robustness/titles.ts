import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'

/** A test that was run, or would be. */
export interface TestTitle {
  /** Relative to the root, with `/`. */
  readonly file: string
  /** Its own title; the titles of suites around it may stand before it. */
  readonly title: string
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

const List = z.array(z.object({ name: z.string(), file: z.string() }))

/** The tests that passed, read from the output of vitest's JSON reporter. A skipped test proves nothing. */
export function passedTests(reportPath: string, root: string): readonly TestTitle[] {
  const { testResults } = Report.parse(JSON.parse(readFileSync(reportPath, 'utf8')))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ title }) => ({ file: relativePath(name, root), title })),
  )
}

/** The tests of the project at `root`, as vitest finds them without running them. */
export function listedTests(root: string): readonly TestTitle[] {
  const folder = mkdtempSync(join(tmpdir(), 'dsh-titles-'))
  try {
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
    const output = join(folder, 'list.json')
    // Titles of `it.each` and of shared suites are known only once the files are loaded.
    const args = [vitest, 'list', `--root=${root}`, '--no-static-parse', `--json=${output}`]
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    const list = List.parse(JSON.parse(readFileSync(output, 'utf8')))
    return list.map(({ name, file }) => ({ file: relativePath(file, root), title: name }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function relativePath(file: string, root: string): string {
  return relative(root, file).split(sep).join('/')
}
