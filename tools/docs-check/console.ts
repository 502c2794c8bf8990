/** One command of a `console` block, and what the page says that it prints. */
export interface ConsoleStep {
  readonly command: string
  readonly output: string
}

/** Cuts a `console` block into its steps: lines that start with `$ `, further lines of a command with `> `. */
export function readConsole(text: string): readonly ConsoleStep[] {
  const steps: { command: string; output: string }[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const last = steps.at(-1)
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' })
    else if (!last) throw new Error(`a console block starts with a line "$ command", not with ${JSON.stringify(line)}`)
    else if (line.startsWith('> ') && last.output === '') last.command += `\n${line.slice(2)}`
    else last.output += `${line}\n`
  }
  return steps
}

/**
 * Whether a command printed what the page shows. `…` stands for any text within a line; a line `…` for any lines, none
 * among them. Blanks at the end of a line, and empty lines at the end, do not count.
 */
export function isAsShown(printed: string, shown: string): boolean {
  return matches(linesOf(printed), linesOf(shown))
}

function linesOf(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
}

function matches(printed: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown
  if (first === undefined) return printed.length === 0
  if (first === '…') return printed.concat('').some((_, index) => matches(printed.slice(index), rest))
  return printed[0] !== undefined && isLine(printed[0], first) && matches(printed.slice(1), rest)
}

function isLine(printed: string, shown: string): boolean {
  const [start = '', ...pieces] = shown.split('…')
  const end = pieces.pop()
  if (end === undefined) return printed === shown
  if (!printed.startsWith(start) || !printed.endsWith(end)) return false
  let at = start.length
  for (const piece of pieces) {
    const found = printed.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return at + end.length <= printed.length
}
