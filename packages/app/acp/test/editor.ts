import { PassThrough } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import { SkillWatch, ToldSkills } from '@deepseek-ai/dsh-host-kit'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'
import { serveAcp, type ServeOptions, type ServiceEnd } from '../src/index.ts'

/** A message as it came over the wire. */
export interface Wire {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly sessionId?: string; readonly update?: Update } & Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export type Update = { readonly sessionUpdate: string } & Readonly<Record<string, unknown>>

/** Plays an editor over raw lines, so that every byte of the protocol is seen. */
export class Editor {
  readonly input = new PassThrough()
  readonly output = new PassThrough()
  /** All that came, in order. */
  readonly received: Wire[] = []
  readonly warnings: string[] = []
  /** How questions of the agent are answered; `undefined` leaves them open. */
  answer: (question: Wire) => object | undefined = () => ({ result: { outcome: { outcome: 'cancelled' } } })
  private readonly watchers = new Set<() => void>()
  private rest = ''
  private lastId = 0
  private readonly stop = new AbortController()
  private ctx: Context | undefined
  private readonly toldDirectory = temporaryFolder()
  ended: Promise<ServiceEnd> = Promise.reject(new Error('not started'))

  constructor() {
    this.ended.catch(() => {})
    this.output.setEncoding('utf8')
    this.output.on('data', (text: string) => this.take(text))
  }

  /** Starts the service; it is gone when the test ends. */
  start(ctx: Context, options: Partial<ServeOptions> = {}): this {
    this.ctx = ctx
    this.ended = serveAcp(ctx, {
      input: this.input,
      output: this.output,
      model: { adapter: 'scripted', model: 'small' },
      agentInfo: { name: 'test', version: '1.0.0' },
      toldDirectory: this.toldDirectory,
      signal: this.stop.signal,
      warn: (line) => this.warnings.push(line),
      ...options,
    })
    onTestFinished(async () => {
      this.stop.abort()
      await this.ended
    })
    return this
  }

  abort(): void {
    this.stop.abort()
  }

  send(message: object | string | Uint8Array): void {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array
    this.input.write(isRaw ? message : `${JSON.stringify(message)}\n`)
  }

  /** Sends a request and gives the whole response. */
  async request(method: string, params?: object): Promise<Wire> {
    const id = ++this.lastId
    this.send({ jsonrpc: '2.0', id, method, params })
    return await this.response(id)
  }

  notify(method: string, params: object): void {
    this.send({ jsonrpc: '2.0', method, params })
  }

  response(id: string | number | null): Promise<Wire> {
    return this.first((message) => message.method === undefined && message.id === id)
  }

  /** The first message that fits, when it has come. */
  first(fits: (message: Wire) => boolean): Promise<Wire> {
    return this.nth(fits, 1)
  }

  /** Number `count` of the messages that fit. */
  async nth(fits: (message: Wire) => boolean, count: number): Promise<Wire> {
    const { promise, resolve } = Promise.withResolvers<Wire>()
    const watch = (): void => {
      const message = this.received.filter(fits)[count - 1]
      if (!message) return
      this.watchers.delete(watch)
      resolve(message)
    }
    this.watchers.add(watch)
    watch()
    return await promise
  }

  async initialize(clientCapabilities: object = {}): Promise<Wire> {
    return await this.request('initialize', { protocolVersion: 1, clientCapabilities })
  }

  /** A new session in `cwd`, advertised; the first one there unless said otherwise. */
  async newSession(cwd: string, { isFirst = true } = {}): Promise<string> {
    if (!isFirst) {
      if (!this.ctx) throw new Error('The service is not started.')
      const audience = { note() {}, problems() {}, warning() {} }
      const told = new ToldSkills(this.toldDirectory)
      await new SkillWatch(this.ctx, { cwd, listCall: '', told, audience }).look(this.stop.signal)
    }
    const { result } = await this.request('session/new', { cwd, mcpServers: [] })
    const sessionId = String(result?.['sessionId'])
    await this.commands(sessionId, 1)
    return sessionId
  }

  prompt(sessionId: string, text: string): Promise<Wire> {
    return this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  }

  /** The commands of a session's advertisement number `count`. */
  async commands(sessionId: string, count: number): Promise<readonly Command[]> {
    const message = await this.nth((each) => isUpdate(each, sessionId, 'available_commands_update'), count)
    return message.params?.update?.['availableCommands'] as readonly Command[]
  }

  /** A session's updates so far, of one kind or of all but advertisements. */
  updates(sessionId: string, kind?: string): readonly Update[] {
    return this.received.flatMap(({ params }) => {
      const { update } = params ?? {}
      if (!update || params?.sessionId !== sessionId) return []
      const fits =
        kind === undefined ? update.sessionUpdate !== 'available_commands_update' : update.sessionUpdate === kind
      return fits ? [update] : []
    })
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n')
    this.rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as Wire
      this.received.push(message)
      if (message.method !== undefined && message.id !== undefined) this.reply(message)
    }
    for (const watch of this.watchers) watch()
  }

  private reply(question: Wire): void {
    const answer = this.answer(question)
    if (answer) this.send({ jsonrpc: '2.0', id: question.id, ...answer })
  }
}

export interface Command {
  readonly name: string
  readonly description: string
  readonly input?: { readonly hint: string }
}

export function isUpdate({ params }: Wire, sessionId: string, kind: string): boolean {
  return params?.sessionId === sessionId && params.update?.sessionUpdate === kind
}

/** The text of the chunks of one kind, joined. */
export function textOf(updates: readonly Update[], kind = 'agent_message_chunk'): string {
  const chunks = updates.filter((update) => update.sessionUpdate === kind)
  return chunks.map((chunk) => (chunk['content'] as { readonly text: string }).text).join('')
}
