/** Where the body is that starts at `start`: without blank lines at either end, and without its last line end. */
export function bodyRange(text: string, start: number): { readonly from: number; readonly to: number } {
  let from = start
  let at = start
  for (; at < text.length && isBlank(text[at]); at += 1) {
    if (isLineEnd(text[at])) from = at + 1
  }
  if (at === text.length) return { from: at, to: at }
  let to = text.length
  for (at = text.length; isBlank(text[at - 1]); at -= 1) {
    if (isLineEnd(text[at - 1])) to = at - 1
  }
  return { from, to }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || isLineEnd(character)
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}
