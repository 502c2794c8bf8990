/** How many cut texts are remembered. */
const CUTS = 50

/**
 * Which characters of the draft were typed and which were pasted. A command counts only when it was typed: what
 * somebody put on the clipboard starts nothing.
 */
export class Draft {
  private text = ''
  /** One mark for each UTF-16 unit of the text: `t` typed, `p` pasted. */
  private marks = ''
  /** Texts with pasted parts that were removed: they may be put back by an undo or a yank. */
  private readonly cuts: string[] = []

  /** The text after a key. */
  follow(after: string): void {
    const start = commonStart(this.text, after)
    const rest = commonStart(reversed(this.text.slice(start)), reversed(after.slice(start)))
    const removed = this.text.slice(start, this.text.length - rest)
    const inserted = after.slice(start, after.length - rest)
    if (this.marks.slice(start, start + removed.length).includes('p')) this.remember(removed)
    this.splice(after, { start, removed: removed.length, inserted: this.isCut(inserted) ? 'p' : 't' })
  }

  /** The text after a paste at `offset`. */
  paste(after: string, offset: number): void {
    this.splice(after, { start: offset, removed: 0, inserted: 'p' })
  }

  /** Another text in place of this one, with the marks that it had, or typed or pasted as a whole. */
  replace(text: string, marks: string): void {
    this.text = text
    this.marks = marks.length === text.length ? marks : marks.slice(0, 1).repeat(text.length)
  }

  /** For `replace`, when the text comes back. */
  get allMarks(): string {
    return this.marks
  }

  /** True when no part of the text was pasted. */
  get isTyped(): boolean {
    return !this.marks.includes('p')
  }

  /** True when the text begins with a slash, and the command word at its start was typed. */
  get isCommand(): boolean {
    const start = this.text.length - this.text.trimStart().length
    const word = /^\/(?:skill:|\S*)/.exec(this.text.slice(start))?.[0]
    return word !== undefined && !this.marks.slice(start, start + word.length).includes('p')
  }

  private splice(
    after: string,
    { start, removed, inserted }: { readonly start: number; readonly removed: number; readonly inserted: 't' | 'p' },
  ): void {
    const count = Math.max(0, after.length - this.text.length + removed)
    const marks = this.marks.slice(0, start) + inserted.repeat(count) + this.marks.slice(start + removed)
    this.text = after
    this.marks = marks
  }

  private remember(cut: string): void {
    this.cuts.push(cut)
    if (this.cuts.length > CUTS) this.cuts.shift()
  }

  /** A single character is a key. */
  private isCut(inserted: string): boolean {
    return inserted.length > 1 && this.cuts.some((cut) => cut.includes(inserted) || inserted.includes(cut))
  }
}

function commonStart(one: string, other: string): number {
  const limit = Math.min(one.length, other.length)
  let length = 0
  while (length < limit && one[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  let result = ''
  for (let index = text.length - 1; index >= 0; index -= 1) result += text[index]
  return result
}
