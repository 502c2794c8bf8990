import type { Context } from '@deepseek-ai/cordis'
import { ToldSkills } from '@deepseek-ai/dsh-host-kit'
import type { Session } from '@deepseek-ai/dsh-session'
import { commandItems, noSuchCommand, readCommand, type TerminalCommand } from './commands/commands.ts'
import { helpText } from './commands/help-text.ts'
import { modelCommand } from './commands/model-command.ts'
import { resumeCommand } from './commands/session-commands.ts'
import { terminalCommands } from './commands/terminal-commands.ts'
import { Composer, type Submission } from './input/composer.ts'
import { Interrupts } from './input/interrupts.ts'
import { Notices } from './notices.ts'
import type { NamedModel, TerminalOptions } from './options.ts'
import { askPermission } from './permission.ts'
import { Conversation } from './session/conversation.ts'
import { skillItems } from './skills/skill-items.ts'
import { skillsText } from './skills/skills-text.ts'
import { Screen } from './view/screen.ts'
import { statusText } from './view/status-text.ts'
import { createStyle, type Style } from './view/style.ts'

/** The app: one conversation at a time on one screen. */
export class TerminalApp {
  /** Resolves when the user wants to leave. */
  readonly left: Promise<void>
  private readonly screen: Screen
  private readonly ctx: Context
  private readonly options: TerminalOptions
  private readonly style: Style
  private readonly notices: Notices
  private readonly told: ToldSkills
  private readonly commands: readonly TerminalCommand[]
  private readonly composer: Composer
  private readonly disposals: Promise<void>[] = []
  private readonly ending = new AbortController()
  private readonly leave: () => void
  private conversation: Conversation
  private model: NamedModel
  private isArmed = false
  private retry: string | undefined

  constructor(ctx: Context, options: TerminalOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.left = promise
    this.leave = resolve
    this.ctx = ctx
    this.options = options
    this.model = options.model
    this.style = createStyle(options.hasColor)
    this.screen = new Screen(options.terminal, this.style)
    this.told = new ToldSkills(options.toldDirectory)
    this.notices = new Notices(this.screen.transcript)
    this.commands = this.createCommands()
    this.composer = this.createComposer()
    this.conversation = this.converse()
    const interrupts = this.createInterrupts()
    this.screen.tui.addInputListener((data) => ({ consume: interrupts.handle(data) }))
  }

  /** Takes the terminal and shows how things stand. */
  start(): void {
    const { session, onWarning } = this.options
    this.screen.start(this.composer)
    this.ending.signal.addEventListener(
      'abort',
      onWarning((line) => this.notices.once('warning', line)),
    )
    if (this.model.notice !== undefined) this.screen.transcript.notice('note', this.model.notice)
    if (session) this.switchTo(session)
    else this.look()
    this.showState()
  }

  get sessionId(): string | undefined {
    return this.conversation.sessionId
  }

  /** Gives the terminal back. May be called again. */
  stop(): void {
    if (!this.ending.signal.aborted) this.tellUnsent()
    this.ending.abort()
    this.screen.stop()
  }

  /** Cancels what goes on, and waits until every session is closed. */
  async dispose(): Promise<void> {
    await Promise.all([...this.disposals, this.conversation.dispose()])
  }

  private converse(session?: Session): Conversation {
    const { ctx, style, screen } = this
    const { cwd, allowedKinds, createSession } = this.options
    return new Conversation({
      ctx,
      transcript: screen.transcript,
      style,
      session,
      cwd,
      createSession,
      model: this.model.model,
      requestPermission: (request, signal) => askPermission(request, signal, { screen, style, allowedKinds }),
      onChange: () => {
        this.retry = undefined
        this.showState()
      },
      onRetry: (message, delayMs) => {
        this.retry = `retry in ${Math.ceil(delayMs / 1000)} s: ${message}`
        this.showState()
      },
      told: this.told,
      audience: {
        note: (line) => {
          screen.transcript.notice('note', line)
          screen.redraw()
        },
        problems: (problems, inspection) => {
          this.notices.problems(problems, inspection)
          screen.redraw()
        },
        warning: (line) => this.notices.once('error', line),
        menu: () => {
          this.composer.menu.renew()
          screen.redraw()
        },
      },
    })
  }

  private createCommands(): readonly TerminalCommand[] {
    const { ctx, screen, style } = this
    return terminalCommands({
      help: () => screen.transcript.lines(helpText(this.commands, style)),
      skills: () => this.look(true),
      model: (name) => this.chooseModel(name),
      resume: (id) =>
        resumeCommand(id, {
          sessions: ctx.sessions,
          screen,
          style,
          current: () => this.conversation,
          switchTo: (session) => this.switchTo(session),
        }),
      startAnew: () => this.switchTo(undefined),
      leave: this.leave,
    })
  }

  private createComposer(): Composer {
    return new Composer({
      tui: this.screen.tui,
      style: this.style,
      items: () => [...commandItems(this.commands), ...skillItems(this.conversation.skills.menu)],
      onSubmit: (submission) => this.submit(submission),
      onMenuOpen: () => this.look(),
    })
  }

  private createInterrupts(): Interrupts {
    return new Interrupts({
      isBusy: () => this.conversation.queue.state !== 'idle',
      cancel: () => this.cancel(),
      hasMenu: () => this.screen.hasDialog || this.composer.menu.isOpen,
      hasDraft: () => !this.composer.isEmpty,
      clearDraft: () => this.composer.clear(),
      onArmed: (isArmed) => {
        this.isArmed = isArmed
        this.showState()
      },
      toggleFolds: () => {
        this.screen.transcript.toggleFolds()
        this.screen.redraw()
      },
      suspend: () => this.suspend(),
      leave: this.leave,
    })
  }

  private submit({ text, isCommand }: Submission): void {
    const line = isCommand ? readCommand(text, this.commands) : { kind: 'prose' as const }
    this.screen.tui.scrollToBottom()
    switch (line.kind) {
      case 'command':
        line.command.run(line.operand)
        break
      case 'unknown':
        this.screen.transcript.notice('error', noSuchCommand(line.word, this.conversation.skills.menu))
        break
      case 'skill':
      case 'prose':
        this.conversation.queue.submit(text, line.kind === 'skill')
        break
    }
    this.screen.redraw()
  }

  private suspend(): void {
    const { suspend } = this.options
    if (suspend) this.screen.lend(suspend).catch((error: unknown) => this.tell(error))
  }

  private tell(error: unknown): void {
    this.screen.transcript.notice('error', error instanceof Error ? error.message : String(error))
  }

  private cancel(): void {
    if (this.conversation.queue.state === 'loading') this.screen.transcript.notice('note', 'cancelled')
    this.conversation.queue.cancel()
  }

  /** Looks at the skills again, and shows them when the user asked. */
  private look(isShown = false): void {
    const { transcript } = this.screen
    const { signal } = this.ending
    const work = async (): Promise<void> => {
      const inspection = await this.conversation.skills.look(signal)
      if (isShown && inspection) transcript.lines(skillsText(inspection, this.style))
      this.screen.redraw()
    }
    work().catch((error: unknown) => {
      if (!signal.aborted) this.tell(error)
    })
  }

  private chooseModel(name: string): void {
    const { transcript } = this.screen
    this.model = modelCommand(name, { transcript, current: this.model, modelNamed: this.options.modelNamed })
    this.conversation.setModel(this.model.model)
    this.showState()
  }

  /** Tells of what was sent and is lost when the conversation is left. */
  private tellUnsent(): void {
    const { unsent } = this.conversation.queue
    if (unsent.length > 0) this.screen.transcript.notice('warning', `not sent:\n${unsent.join('\n')}`)
  }

  private switchTo(session: Session | undefined): void {
    // It is left before it can tell of its end itself.
    if (this.conversation.queue.state === 'running') this.screen.transcript.notice('note', 'cancelled')
    this.tellUnsent()
    this.disposals.push(this.conversation.dispose().catch((error: unknown) => this.tell(error)))
    this.screen.transcript.notice('note', session ? `session ${session.id} in ${session.cwd}` : 'new session')
    this.conversation = this.converse(session)
    if (session) this.composer.rememberSession(session.events)
    this.look()
    this.showState()
  }

  private showState(): void {
    const { queue, cwd } = this.conversation
    this.screen.setWaiting(queue.unsent)
    const { model } = this.model.model
    this.screen.setStatus(statusText({ state: queue.state, isArmed: this.isArmed, retry: this.retry, model, cwd }))
  }
}
