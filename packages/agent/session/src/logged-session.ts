import { deepFreeze, type Message } from '@deepseek-ai/dsh-llm'
import type { LoadedSkill, SessionEvent, SessionEventBody } from './events.ts'
import { History } from './history.ts'
import { isoTime } from './iso-time.ts'
import { readEvent } from './read-event.ts'
import type { Session } from './session.ts'
import { SessionError } from './session-error.ts'
import type { SessionLog } from './store.ts'
import { tellListener } from './tell-listener.ts'

export interface LoggedSessionOptions {
  readonly id: string
  readonly cwd: string
  readonly isResumed: boolean
  readonly log: SessionLog
  /** Of a new session: the event that goes before the first one. */
  readonly start?: SessionEventBody
  readonly now: () => Date
  /** Told what a listener threw. */
  readonly report: (error: unknown) => void
  readonly onClose: () => void
}

/** A session over one open log. */
export class LoggedSession implements Session {
  readonly id: string
  readonly cwd: string
  readonly isResumed: boolean
  private readonly options: LoggedSessionOptions
  private readonly recorded: SessionEvent[] = []
  private readonly history = new History()
  private readonly skills = new Map<string, LoadedSkill>()
  private listeners: readonly { readonly listener: (event: SessionEvent) => void }[] = []
  private readonly untold: SessionEvent[] = []
  private isTelling = false
  private isClosed = false
  private snapshot: readonly SessionEvent[] | undefined
  /** Not in the log yet. */
  private start: SessionEvent | undefined

  constructor(options: LoggedSessionOptions) {
    this.options = options
    this.id = options.id
    this.cwd = options.cwd
    this.isResumed = options.isResumed
    for (const event of options.log.events) this.take(event)
    if (!options.start) return
    this.start = this.eventOf(options.start)
    this.take(this.start)
  }

  get isKept(): boolean {
    return this.start === undefined
  }

  get events(): readonly SessionEvent[] {
    this.snapshot ??= Object.freeze([...this.recorded])
    return this.snapshot
  }

  append(body: SessionEventBody): SessionEvent {
    if (this.isClosed) throw new SessionError({ code: 'closed', message: `The session ${this.id} is closed.` })
    const event = this.eventOf(body)
    if (this.start) this.options.log.append(this.start)
    this.start = undefined
    this.options.log.append(event)
    this.take(event)
    this.untold.push(event)
    this.tell()
    return event
  }

  messages(): readonly Message[] {
    return this.history.messages()
  }

  loadedSkills(): readonly LoadedSkill[] {
    return Object.freeze([...this.skills.values()])
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    const entry = { listener }
    this.listeners = [...this.listeners, entry]
    return () => {
      this.listeners = this.listeners.filter((other) => other !== entry)
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    try {
      this.options.log.close()
    } finally {
      this.options.onClose()
    }
  }

  /** What a reload would read: the event went through JSON and through the check of the loader. */
  private eventOf(body: SessionEventBody): SessionEvent {
    const time = isoTime(this.options.now())
    const value: unknown = JSON.parse(JSON.stringify({ seq: this.recorded.length, time, ...body }))
    const reading = readEvent(value, this.recorded.length)
    if (!('event' in reading)) throw new TypeError(`A session log cannot hold this event: ${reading.reason}.`)
    return deepFreeze(reading.event)
  }

  private take(event: SessionEvent): void {
    this.recorded.push(event)
    this.history.add(event)
    if ((event.type === 'tool/result' || event.type === 'user/message') && event.skill) this.addSkill(event.skill)
    this.snapshot = undefined
  }

  private addSkill({ name, folder }: LoadedSkill): void {
    const skill = Object.freeze({ name, ...(folder !== undefined && { folder }) })
    this.skills.set(JSON.stringify([name, folder]), skill)
  }

  /** In the order of the log for every listener, also when one of them appends. */
  private tell(): void {
    if (this.isTelling) return
    this.isTelling = true
    for (let event = this.untold.shift(); event; event = this.untold.shift()) {
      for (const { listener } of this.listeners) tellListener(listener, event, this.options.report)
    }
    this.isTelling = false
  }
}
