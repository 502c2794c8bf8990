import {
  type Component,
  Container,
  ScrollView,
  setCapabilityOverrides,
  type Terminal,
  VStack,
} from '@earendil-works/pi-tui'
import { Block } from './block.ts'
import { OneLine } from './one-line.ts'
import { PagingScreen } from './paging-screen.ts'
import { SafeLines } from './safe-lines.ts'
import type { Style } from './style.ts'
import { Transcript } from './transcript.ts'
import { visibleText } from './visible-text.ts'

/** How many waiting lines are shown, and the longest part of each. */
const WAITING_LINES = 4
const WAITING_CHARACTERS = 200

/** An answer, and what it is an answer to. */
const MIN_DIALOG_ROWS = 2

/** The whole picture: what was said, what waits, where the user writes or answers, and how things stand. */
export class Screen {
  readonly tui: PagingScreen
  readonly transcript: Transcript
  private readonly style: Style
  private readonly waiting = new Block('')
  private readonly status = new OneLine()
  private readonly composerSlot = new Container()
  /** Never cut: what is in it keeps to `dialogRoom`. */
  private readonly dialogSlot = new Container()
  private readonly dialogs: Component[] = []
  private composer: Component | undefined
  private state: 'idle' | 'taken' | 'lent' | 'ended' = 'idle'

  constructor(terminal: Terminal, style: Style) {
    // No picture and no hidden address: a link shows where it leads.
    setCapabilityOverrides({ images: null, hyperlinks: false })
    this.style = style
    this.transcript = new Transcript(style)
    const scroll = new ScrollView(this.transcript, { follow: 'end', primary: true })
    this.tui = new PagingScreen({ terminal, scroll, isCramped: () => this.hasDialog })
    this.tui.setLayoutRoot(
      new VStack([
        {
          component: scroll,
          basis: 0,
          grow: 1,
          minSize: 1,
          visible: ({ height }) => !this.hasDialog || height > MIN_DIALOG_ROWS,
        },
        { component: new SafeLines(this.waiting), basis: 'auto', shrink: 1 },
        { component: this.composerSlot, basis: 'auto', shrink: 1 },
        { component: this.dialogSlot, basis: 'auto', shrink: 0 },
        { component: new SafeLines(this.status), basis: 'auto', shrink: 1 },
      ]),
    )
  }

  /** Takes the terminal. */
  start(composer: Component): void {
    this.composer = composer
    this.state = 'taken'
    this.tui.start()
    this.showTopmost()
  }

  /** Gives the terminal away while `work` goes on. */
  async lend(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'taken') return
    this.state = 'lent'
    this.tui.stop({ preserveScreen: true })
    try {
      await work()
    } finally {
      if (this.isLent) {
        this.state = 'taken'
        this.tui.start()
        // A frame that was asked for before the stop is still waited for: this one comes at once.
        this.tui.requestRender(true)
      }
    }
  }

  /** Gives the terminal back as it was, with all that was said below what stood there. Does nothing a second time. */
  stop(): void {
    const wasTaken = this.state === 'taken'
    this.state = 'ended'
    if (!wasTaken) return
    this.tui.setLayoutRoot(this.transcript)
    this.tui.stop({ preserveScreen: !this.canDraw() })
  }

  redraw(): void {
    if (this.state === 'taken') this.tui.requestRender()
  }

  setStatus(text: string): void {
    this.status.setText(text, this.style.dim)
    this.redraw()
  }

  /** Lines that were sent and have not gone out. */
  setWaiting(texts: readonly string[]): void {
    const shown = texts.slice(0, WAITING_LINES).map((text) => {
      const line = visibleText(text.slice(0, WAITING_CHARACTERS)).replaceAll('\n', ' ')
      return `waiting: ${line}${text.length > WAITING_CHARACTERS ? '…' : ''}`
    })
    if (texts.length > WAITING_LINES) shown.push(`waiting: ${texts.length - WAITING_LINES} more`)
    this.waiting.setText(shown.map((line) => this.style.dim(line)).join('\n'))
    this.redraw()
  }

  get hasDialog(): boolean {
    return this.dialogs.length > 0
  }

  /** How many rows a dialog may take: all but one, and all where there are hardly any. One while the user reads. */
  get dialogRoom(): number {
    if (this.tui.isReading) return 1
    const { rows } = this.tui.terminal
    return rows > MIN_DIALOG_ROWS ? rows - 1 : Math.max(1, rows)
  }

  /** Shows a dialog in place of the composer, after those that are open already. Returns what closes it. */
  openDialog(dialog: Component): () => void {
    this.dialogs.push(dialog)
    this.showTopmost()
    return () => {
      const index = this.dialogs.indexOf(dialog)
      if (index === -1) return
      this.dialogs.splice(index, 1)
      this.showTopmost()
    }
  }

  /** False when the fault that ends the app is one of drawing: it must not keep the terminal. */
  private canDraw(): boolean {
    try {
      this.transcript.render(Math.max(1, this.tui.terminal.columns))
      return true
    } catch {
      return false // Any fault: whoever ended the app tells of it.
    }
  }

  private get isLent(): boolean {
    return this.state === 'lent'
  }

  private showTopmost(): void {
    const [dialog] = this.dialogs
    const shown = dialog ?? this.composer
    if (!shown) return
    this.composerSlot.clear()
    this.dialogSlot.clear()
    this.tui.stopReading()
    const slot = dialog ? this.dialogSlot : this.composerSlot
    slot.addChild(new SafeLines(shown))
    this.tui.setFocus(shown)
    this.redraw()
  }
}
