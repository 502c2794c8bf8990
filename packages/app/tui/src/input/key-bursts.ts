const ESCAPE = '\u001B'
const PASTE_START = `${ESCAPE}[200~`
const PASTE_END = `${ESCAPE}[201~`

/** A burst with a line end is over after this much silence. Nobody types that fast, and nobody notices the wait. */
const QUIET_MS = 40

/** A terminal that pastes in portions goes on within this time. */
const AFTER_PASTE_MS = 500

/**
 * Tells typed keys from text that a terminal pastes without marking it. Text after a line end in one burst is pasted:
 * all of it becomes one marked paste, so that no line of it is sent or obeyed. A line end that nothing follows is Enter.
 */
export class KeyBursts {
  private readonly onInput: (data: string) => void
  private keys: string[] = []
  private isReadOpen = false
  private hasNewText = false
  private isCooked = false
  private hasPasted = false
  private quiet: NodeJS.Timeout | undefined
  private afterPaste: NodeJS.Timeout | undefined

  constructor(onInput: (data: string) => void) {
    this.onInput = onInput
  }

  /**
   * Call it when the terminal has just been made raw. What was typed before that waits to be read, and the terminal has
   * turned each Enter in it into a line feed.
   */
  beginRaw(): void {
    this.isCooked = true
    // The first one runs before or after the waiting text is read, the second one after it.
    setImmediate(() => setImmediate(() => (this.isCooked = false)))
  }

  /** Takes one key, one answer of the terminal, or one marked paste. */
  push(data: string): void {
    if (data.startsWith(PASTE_START)) {
      this.flush()
      this.onInput(data)
      return
    }
    this.keys.push(this.isCooked && data === '\n' ? '\r' : data)
    this.hasNewText ||= isText(data)
    if (this.isReadOpen) return
    this.isReadOpen = true
    queueMicrotask(() => this.endRead())
  }

  /** Drops what waits. */
  stop(): void {
    clearTimeout(this.quiet)
    clearTimeout(this.afterPaste)
    this.keys = []
  }

  /** The keys of one read are together in one task. */
  private endRead(): void {
    const isSilent = !this.hasNewText
    this.isReadOpen = false
    this.hasNewText = false
    if (!this.keys.some(isLineEnd)) this.flush()
    else if (!isSilent) {
      clearTimeout(this.quiet)
      this.quiet = setTimeout(() => this.lookOnceMore(), QUIET_MS)
    }
  }

  /** On a busy machine the timer may be late, and what has arrived by now is read before the next immediate. */
  private lookOnceMore(): void {
    const { quiet } = this
    setImmediate(() => {
      if (quiet === this.quiet) this.flush()
    })
  }

  private flush(): void {
    clearTimeout(this.quiet)
    this.quiet = undefined
    const keys = this.keys.splice(0)
    const text = keys.filter(isText).join('').replaceAll(/\r\n?/g, '\n')
    const isPaste = /\n[^\n]/.test(text) || (this.hasPasted && /[^\n]\n/.test(text))
    if (isPaste) {
      this.rememberPaste()
      this.onInput(PASTE_START + text + PASTE_END)
    }
    for (const [index, key] of keys.entries()) {
      const isDone = isPaste ? isText(key) : key === '\n' && keys[index - 1] === '\r'
      if (!isDone) this.onInput(key)
    }
  }

  private rememberPaste(): void {
    clearTimeout(this.afterPaste)
    this.hasPasted = true
    this.afterPaste = setTimeout(() => (this.hasPasted = false), AFTER_PASTE_MS)
  }
}

function isLineEnd(key: string): boolean {
  return key === '\r' || key === '\n'
}

function isText(key: string): boolean {
  return isLineEnd(key) || key === '\t' || (key >= ' ' && key !== '\u007F' && !key.startsWith(ESCAPE))
}
