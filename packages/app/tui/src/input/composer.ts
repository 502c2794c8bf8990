import type { SessionEvent } from '@deepseek-ai/dsh-session'
import {
  type Component,
  Editor,
  type Focusable,
  getKeybindings,
  type TUI,
  type TuiMouseEvent,
  type TuiMouseEventResult,
} from '@earendil-works/pi-tui'
import type { Style } from '../view/style.ts'
import { editorTheme } from '../view/theme.ts'
import { CommandMenu } from './command-menu.ts'
import { Draft } from './draft.ts'
import type { MenuItem } from './menu-items.ts'

const PASTE_START = '\x1b[200~'

const TYPED = 't'
const PASTED = 'p'

/** How many sent and half-written texts are known again when they come back. */
const KNOWN = 200

/** What the user sends. */
export interface Submission {
  readonly text: string
  /** It begins with a command that was typed. False for any pasted text. */
  readonly isCommand: boolean
}

export interface ComposerOptions {
  readonly tui: TUI
  readonly style: Style
  readonly items: () => readonly MenuItem[]
  readonly onSubmit: (submission: Submission) => void
  readonly onMenuOpen: () => void
}

/** Where the user writes: several lines, a history, and a menu of commands below. */
export class Composer implements Component, Focusable {
  readonly menu: CommandMenu
  private readonly editor: Editor
  private readonly options: ComposerOptions
  private readonly draft = new Draft()
  /** Marks of texts that may come back through the history. */
  private readonly known = new Map<string, string>()
  /** The whole text before the key at hand. What the editor submits has lost the white space around it. */
  private whole = ''

  constructor(options: ComposerOptions) {
    const { tui, style, items, onMenuOpen } = options
    this.options = options
    this.editor = new Editor(tui, editorTheme(style))
    this.editor.onSubmit = () => this.submit()
    const rows = (): number => Math.min(8, Math.max(3, tui.terminal.rows - 8))
    this.menu = new CommandMenu({ style, items, rows, onOpen: onMenuOpen })
  }

  get focused(): boolean {
    return this.editor.focused
  }

  set focused(isFocused: boolean) {
    this.editor.focused = isFocused
  }

  /** Keys that scroll are for the menu while it is open. */
  get capturesViewportInput(): boolean {
    return this.menu.isOpen
  }

  get isEmpty(): boolean {
    return this.editor.getText() === ''
  }

  clear(): void {
    this.put('')
  }

  private remember(text: string, isTyped: boolean): void {
    this.editor.addToHistory(text)
    this.know(text.trim(), isTyped ? TYPED : PASTED)
  }

  /** Adds what the user said in a session. Where a text that looks like a command came from is not known any more. */
  rememberSession(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.type !== 'user/message') continue
      const text = event.skill?.typed ?? event.content
      this.remember(text, event.skill !== undefined || !text.trimStart().startsWith('/'))
    }
  }

  handleInput(data: string): void {
    if (data.startsWith(PASTE_START)) this.paste(data)
    else if (this.handleMenu(data)) return
    else this.type(data)
    this.menu.update(this.query)
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    // Keys come here anyway: the editor by itself shall not get them.
    const result = this.editor.handleMouse(event)
    return result && { handled: result.handled === true }
  }

  render(width: number): readonly string[] {
    return [...this.editor.render(width), ...this.menu.render(width)]
  }

  invalidate(): void {
    this.editor.invalidate()
  }

  private handleMenu(data: string): boolean {
    const answer = this.menu.handle(data)
    if (answer.kind === 'pass') return false
    if (answer.kind === 'picked') this.pick(answer.item, answer.by)
    return true
  }

  private pick({ name, isRunWhenPicked }: MenuItem, by: 'enter' | 'tab'): void {
    this.put(`/${name} `)
    if (isRunWhenPicked && by === 'enter') this.type('\r')
    this.menu.update(this.query)
  }

  private type(data: string): void {
    const before = this.editor.getText()
    this.whole = this.editor.getExpandedText()
    const keys = getKeybindings()
    const isRecall = keys.matches(data, 'tui.editor.cursorUp') || keys.matches(data, 'tui.editor.cursorDown')
    if (isRecall) this.know(before, this.draft.allMarks)
    this.editor.handleInput(data)
    const after = this.editor.getText()
    if (after === before) return
    const marks = isRecall ? this.known.get(after) : undefined
    if (marks === undefined) this.draft.follow(after)
    else this.draft.replace(after, marks)
  }

  private paste(data: string): void {
    const offset = this.offset
    this.editor.handleInput(data)
    this.draft.paste(this.editor.getText(), offset)
  }

  private submit(): void {
    const { isCommand, isTyped } = this.draft
    const text = this.whole
    if (text.trim() === '') return
    this.remember(text, isCommand || isTyped)
    this.options.onSubmit({ text, isCommand })
  }

  private put(text: string): void {
    this.editor.setText(text)
    this.draft.replace(this.editor.getText(), TYPED)
    this.menu.update(this.query)
  }

  private know(text: string, marks: string): void {
    this.known.delete(text)
    this.known.set(text, marks)
    const [oldest] = this.known.keys()
    if (oldest !== undefined && this.known.size > KNOWN) this.known.delete(oldest)
  }

  /** What has been typed of a command, while the cursor stands at its end. */
  private get query(): string | undefined {
    const text = this.editor.getText()
    if (!this.draft.isCommand || this.offset !== text.length) return undefined
    return /^\/(\S*)$/.exec(text)?.[1]
  }

  private get offset(): number {
    const { line, col } = this.editor.getCursor()
    const before = this.editor.getLines().slice(0, line)
    return before.reduce((sum, each) => sum + each.length + 1, col)
  }
}
