import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { dshPath, nodeBinaries } from '@deepseek-ai/dsh-testkit'
import pty from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { onTestFinished } from 'vitest'

const LIMIT_MS = 60_000

export interface TerminalOptions {
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Path of the command; the bundle of the run when absent. */
  readonly command?: string
  /** A shell command in place of `dsh` itself; `eval "$DSH"` calls it. */
  readonly shell?: string | undefined
}

/** The real `dsh` in a pseudo-terminal of its own. */
export class PseudoTerminal {
  /** Everything that was written to the terminal. */
  raw = ''
  readonly ended: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>
  private readonly child: pty.IPty
  private readonly emulator = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true })

  readonly options: TerminalOptions

  constructor(options: TerminalOptions) {
    const { args = [], cwd, env, shell, command: path = dshPath } = options
    this.options = options
    const call = [nodeBinaries['24'], path, ...args]
    const [command = '', ...rest] = shell === undefined ? call : ['/bin/sh', '-c', shell]
    this.child = pty.spawn(command, rest, {
      cols: 80,
      rows: 24,
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        DSH: call.map((word) => `'${word}'`).join(' '),
        ...env,
      },
    })
    this.child.onData((data) => {
      this.raw += data
      this.emulator.write(data)
    })
    // Terminals answer questions, e.g. what they are.
    this.emulator.onData((data) => this.child.write(data))
    this.ended = new Promise((resolve) => this.child.onExit(resolve))
    onTestFinished(() => this.child.kill('SIGKILL'))
  }

  get screen(): string {
    const { active } = this.emulator.buffer
    const lines = Array.from({ length: this.emulator.rows }, (_, row) => active.getLine(active.viewportY + row))
    return lines.map((line) => line?.translateToString(true) ?? '').join('\n')
  }

  type(keys: string): void {
    this.child.write(keys)
  }

  /** To Node alone, not to the shell that it runs in. */
  async signalNode(name: NodeJS.Signals): Promise<void> {
    process.kill(await this.nodeId(), name)
  }

  hangUp(): void {
    this.child.kill('SIGHUP')
  }

  /** Closes the terminal itself, as a window does: what follows from that is up to the system. Resolves when Node has ended. */
  async closeWindow(): Promise<void> {
    const id = await this.nodeId()
    // Its own `destroy` sends a signal, too, on which a process may end that would not without.
    const { _socket: master } = this.child as unknown as { readonly _socket: { readonly destroy: () => void } }
    master.destroy()
    const deadline = Date.now() + LIMIT_MS
    while (isRunning(id)) {
      if (Date.now() > deadline) {
        process.kill(id, 'SIGKILL')
        throw new Error('The process goes on without a terminal.')
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  private async nodeId(): Promise<number> {
    if (this.options.shell === undefined) return this.child.pid
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(this.child.pid)])
    return Number(stdout.trim())
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows)
    this.child.resize(columns, rows)
  }

  async until(wanted: string | RegExp): Promise<string> {
    const deadline = Date.now() + LIMIT_MS
    for (;;) {
      const { screen } = this
      if (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen)) return screen
      if (Date.now() > deadline) throw new Error(`The screen never showed ${String(wanted)}:\n${screen}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
