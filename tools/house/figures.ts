import type { Source } from './sources.ts'

const SMALL_LINES = 20

/** How large the shipped code is: in all, then per package, largest first. One line each. */
export function figuresOf(sources: readonly Source[]): readonly string[] {
  if (sources.length === 0) return []
  const files = sources.map(({ path, text }) => ({ path, lines: linesOf(text), folder: folderOf(path) }))
  const longest = files.reduce((a, b) => (b.lines > a.lines ? b : a))
  const small = files.filter(({ lines }) => lines <= SMALL_LINES).length
  const share = Math.round((100 * small) / files.length)
  const folders = [...Map.groupBy(files, ({ folder }) => folder)]
    .map(([folder, list]) => ({ folder, count: list.length, lines: sumOf(list) }))
    .toSorted((a, b) => b.lines - a.lines)
  return [
    `${files.length} source files, ${sumOf(files)} lines; ${small} of ${SMALL_LINES} lines or fewer (${share}%); longest ${longest.lines} (${longest.path})`,
    ...folders.map(
      ({ folder, count, lines }) => `${String(lines).padStart(6)} lines ${String(count).padStart(4)} files  ${folder}`,
    ),
  ]
}

/** Lines of a text; the end of the last one opens none. */
export function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function sumOf(files: readonly { readonly lines: number }[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0)
}

function folderOf(path: string): string {
  return path.slice(0, path.search(/\/(?:src|bin)\//))
}
