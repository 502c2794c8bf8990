import { Context } from '@deepseek-ai/cordis'
import * as bundle from '@deepseek-ai/dsh-agent-spine-demo'
import type { Session, SessionEvent } from '@deepseek-ai/dsh-session'
import { type ScriptedModel, scriptedModel, temporaryFolder, type Tree, writeTree } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'
import { type Leaving, runTerminal, type TerminalOptions } from '../src/index.ts'
import { VirtualTerminal } from './virtual-terminal.ts'

export const KEY = {
  enter: '\r',
  escape: '\u001B',
  up: '\u001B[A',
  down: '\u001B[B',
  tab: '\t',
  backspace: '\u007F',
  newLine: '\n',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlK: '\u000B',
  ctrlO: '\u000F',
  ctrlU: '\u0015',
  ctrlY: '\u0019',
  home: '\u001B[H',
} as const

export interface AppOptions {
  /** Files of the project. */
  readonly tree?: Tree
  readonly model?: ScriptedModel
  readonly columns?: number
  readonly rows?: number
  /** A folder of sessions that others use, too. */
  readonly home?: string
  readonly terminal?: Partial<TerminalOptions>
  /** Shows what the context logs. */
  readonly logged?: boolean
  /** Called before the app starts. */
  readonly prepare?: (ctx: Context, cwd: string) => void
}

export interface App {
  readonly ctx: Context
  readonly cwd: string
  readonly home: string
  readonly terminal: VirtualTerminal
  readonly model: ScriptedModel
  /** Resolves when the app has ended. */
  readonly ended: Promise<Leaving>
  readonly stop: AbortController
  /** Types a line and sends it. */
  readonly send: (line: string) => void
}

/** The app over the default bundle, in process, on a virtual terminal. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const cwd = temporaryFolder()
  writeTree(cwd, { '.git': { dir: true }, ...options.tree })
  const home = options.home ?? temporaryFolder()
  const model = options.model ?? scriptedModel(() => 'Done.')
  const ctx = new Context()
  await ctx.plugin(bundle, {
    skills: { local: { dshHome: `${home}/dsh`, agentsHome: `${home}/agents`, tolerance: 'repair' } },
    sessions: { directory: `${home}/sessions` },
  })
  onTestFinished(() => ctx.fiber.dispose())
  ctx.llm.register(model)
  options.prepare?.(ctx, cwd)
  const terminal = new VirtualTerminal(options.columns, options.rows)
  const stop = new AbortController()
  const named = (name: string) => ({ model: { adapter: 'scripted', model: name } })
  const ended = runTerminal(ctx, {
    terminal,
    cwd,
    model: named('small'),
    modelNamed: named,
    allowedKinds: [],
    hasColor: true,
    onWarning: (listener) => (options.logged === true ? showLog(ctx, listener) : () => {}),
    signal: stop.signal,
    ...options.terminal,
  })
  onTestFinished(async () => {
    stop.abort()
    await ended
  })
  await terminal.until('─')
  return { ctx, cwd, home, terminal, model, ended, stop, send: (line) => terminal.type(`${line}${KEY.enter}`) }
}

function showLog(ctx: Context, listener: (line: string) => void): () => void {
  const undo = ctx.logger.exporter({
    colors: false,
    levels: { default: 2 },
    export: (message) => listener(message.args.map(String).join(' ')),
  })
  return () => void undo()
}

/** What the user's turns were, as the log of the last session has them. */
export function userTurns(ctx: Context): readonly string[] {
  return loggedEvents(ctx).flatMap((event) => (event.type === 'user/message' ? [event.content] : []))
}

export function loggedEvents(ctx: Context): readonly SessionEvent[] {
  return lastSession(ctx)?.events ?? []
}

export function lastSession(ctx: Context): Session | undefined {
  return ctx.agents.list().at(-1)?.session
}
