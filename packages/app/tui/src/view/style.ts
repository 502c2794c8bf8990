type Paint = (text: string) => string

/** How things look. Every function takes text that is safe to show. */
export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly italic: Paint
  readonly underline: Paint
  readonly strike: Paint
  /** What the user can act on. */
  readonly accent: Paint
  readonly good: Paint
  readonly warning: Paint
  readonly bad: Paint
}

const paint =
  (open: number, close: number): Paint =>
  (text) =>
    text === '' ? '' : `\x1b[${open}m${text}\x1b[${close}m`

const plain: Paint = (text) => text

/** The palette of the user's own terminal; without `hasColor` only weight and line. */
export function createStyle(hasColor: boolean): Style {
  const color = (code: number): Paint => (hasColor ? paint(code, 39) : plain)
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    italic: paint(3, 23),
    underline: paint(4, 24),
    strike: paint(9, 29),
    accent: color(36),
    good: color(32),
    warning: color(33),
    bad: color(31),
  }
}
