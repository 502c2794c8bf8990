/** One thing that breaks the rules of the house. */
export interface Finding {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Counted from 1; 1 for what concerns a whole file or a missing one. */
  readonly line: number
  readonly what: string
  readonly todo: string
}

export function formatFinding({ path, line, what, todo }: Finding): string {
  return `${path}:${line}: ${what}; ${todo}`
}

/** By path in code units, then by line. */
export function compareFindings(a: Finding, b: Finding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line
}
