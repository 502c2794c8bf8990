import type {} from '@deepseek-ai/cordis'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { SessionEvent, SessionEventBody } from './events.ts'
import type { SessionInfo, SessionStore } from './store.ts'

/** One conversation: an append-only log, and what follows from it. */
export interface Session {
  readonly id: string
  /** Absolute. */
  readonly cwd: string
  /** True when it was opened from a log, not created. */
  readonly isResumed: boolean
  readonly events: readonly SessionEvent[]
  /** Written to the store before it returns, then told to the listeners. */
  append(body: SessionEventBody): SessionEvent
  /** The history as the model gets it, derived from the events; without prefix. */
  messages(): readonly Message[]
  /** Real paths that `root/readable` events named. */
  readableRoots(): readonly string[]
  /** Called after each append. Returns the undo. */
  subscribe(listener: (event: SessionEvent) => void): () => void
  close(): void
}

/** What `ctx.sessions` offers. */
export interface SessionService {
  readonly store: SessionStore
  create(options: { readonly cwd: string; readonly id?: string }): Session
  /** Opens an existing session. Tool calls that never got a result are answered as interrupted, by events. */
  resume(id: string): Session
  list(): readonly SessionInfo[]
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    sessions: SessionService
  }
}
