import { StdinBuffer, type Terminal } from '@earendil-works/pi-tui'
import xterm from '@xterm/headless'

const LIMIT_MS = 60_000

/** A terminal without a screen: what the app writes is drawn by a real emulator, and keys are typed in. */
export class VirtualTerminal implements Terminal {
  readonly kittyProtocolActive = false
  /** Everything that was written, in order. */
  raw = ''
  private readonly emulator: xterm.Terminal
  private readonly input = new StdinBuffer()
  private onResize = (): void => {}
  private onWrite = (): void => {}

  constructor(columns = 80, rows = 24) {
    this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 })
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.onResize = onResize
    this.input.on('data', onInput)
    this.input.on('paste', (text: string) => onInput(`\u001B[200~${text}\u001B[201~`))
    this.write('\u001B[?2004h')
  }

  stop(): void {
    this.input.removeAllListeners()
    this.input.destroy()
    this.write('\u001B[?2004l')
  }

  drainInput(): Promise<void> {
    return Promise.resolve()
  }

  write(data: string): void {
    this.raw += data
    this.emulator.write(data, () => this.onWrite())
  }

  get columns(): number {
    return this.emulator.cols
  }

  get rows(): number {
    return this.emulator.rows
  }

  moveBy(lines: number): void {
    this.write(lines > 0 ? `\u001B[${lines}B` : `\u001B[${-lines}A`)
  }
  hideCursor(): void {
    this.write('\u001B[?25l')
  }
  showCursor(): void {
    this.write('\u001B[?25h')
  }
  clearLine(): void {
    this.write('\u001B[K')
  }
  clearFromCursor(): void {
    this.write('\u001B[J')
  }
  clearScreen(): void {
    this.write('\u001B[2J\u001B[H')
  }
  setTitle(): void {}
  setProgress(): void {}
  setProgramStatus(): void {}

  /** As if the user typed it. */
  type(keys: string): void {
    this.input.process(keys)
  }

  paste(text: string): void {
    this.input.process(`\u001B[200~${text}\u001B[201~`)
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows)
    this.onResize()
  }

  /** True while the app has the alternate screen. */
  get isAlternate(): boolean {
    return this.emulator.buffer.active.type === 'alternate'
  }

  /** What is to be seen, without blanks at the end of lines. */
  get screen(): string {
    const { active } = this.emulator.buffer
    const lines = Array.from({ length: this.rows }, (_, row) => active.getLine(active.viewportY + row))
    return lines.map((line) => line?.translateToString(true) ?? '').join('\n')
  }

  /** All lines of the active buffer, those that scrolled away included. */
  get everything(): string {
    const { active } = this.emulator.buffer
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
    return lines.join('\n').trimEnd()
  }

  /** Waits until the screen is as wanted: holds a text, or what the function says. */
  async until(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string> {
    const isThere = testOf(wanted)
    const deadline = Date.now() + LIMIT_MS
    while (!isThere(this.screen)) {
      if (Date.now() > deadline) throw new Error(`The screen never showed ${String(wanted)}:\n${this.screen}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 20)
        this.onWrite = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.screen
  }
}

function testOf(wanted: string | RegExp | ((screen: string) => boolean)): (screen: string) => boolean {
  if (typeof wanted === 'function') return wanted
  return (screen) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen))
}
