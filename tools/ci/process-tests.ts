import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where tests lie. */
export const TESTS = ['packages/**/test/**/*.test.ts', 'tools/*/test/**/*.test.ts']
const RELATIVE_IMPORT = /from '(\.[^']+\.ts)'/g
/** What a file imports that starts a process, or a path that it starts one with. */
const STARTS_PROCESS = /'node:child_process'|'@lydell\/node-pty'|\b(?:runNode|nodeBinaries|itNeeding)\b/

/** The test files below `root` that start processes, by themselves or by a file of tests that they import. Relative, sorted. */
export function processTests(root: string): readonly string[] {
  const known = new Map<string, boolean>()
  const starts = (path: string): boolean => {
    const found = known.get(path)
    if (found !== undefined) return found
    known.set(path, false) // A ring of imports ends here.
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const imports = Array.from(text.matchAll(RELATIVE_IMPORT), ([, target = '']) => join(dirname(path), target))
    const result = STARTS_PROCESS.test(text) || imports.filter((target) => target.includes('/test/')).some(starts)
    known.set(path, result)
    return result
  }
  return TESTS.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }))
    .filter((path) => starts(join(root, path)))
    .toSorted()
}
