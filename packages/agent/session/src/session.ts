import type { Message } from '@deepseek-ai/dsh-llm'
import type { LoadedSkill, SessionEvent, SessionEventBody } from './events.ts'
import type { SessionInfo, SessionStore } from './store.ts'

/** One conversation: an append-only log, and what follows from it. */
export interface Session {
  readonly id: string
  /** Absolute. */
  readonly cwd: string
  /** True when it was opened from a log, not created. */
  readonly isResumed: boolean
  /** Whether the store has it: a new session is kept from its first event after `session/start` on. */
  readonly isKept: boolean
  /** All so far, frozen through and through; a copy that is made anew after each append. */
  readonly events: readonly SessionEvent[]
  /**
   * Written to the store before it returns, then told to the listeners. Returns what a reload would give.
   * Throws `SessionError` of code `storage`, `clock` or `closed`, and `TypeError` for what is no event; the log is as before then.
   */
  append(body: SessionEventBody): SessionEvent
  /** The history as the model gets it, derived from the events; without prefix. */
  messages(): readonly Message[]
  /** The skills that came into this session, each with each folder once, in the order of the log. */
  loadedSkills(): readonly LoadedSkill[]
  /** Called after each append, in the order of the log; what it throws is reported and goes no further. Returns the undo. */
  subscribe(listener: (event: SessionEvent) => void): () => void
  close(): void
}

/** What `ctx.sessions` offers. */
export interface SessionService {
  readonly store: SessionStore
  /** Throws `SessionError` of code `taken`, `invalid-id`, `clock` or `storage`, and `TypeError` when `cwd` is not absolute. */
  create(options: { readonly cwd: string; readonly id?: string }): Session
  /**
   * Opens an existing session. A turn that never ended is closed by events: its unanswered tool calls get a result that
   * says so. `chooseCwd` gets the session's folder and returns the one to go on in: another one moves the session, and
   * nothing is written when it throws. Throws `SessionError` of code `unknown`, `locked`, `damaged`, `unsupported`, `invalid-id` or `storage`.
   */
  resume(id: string, options?: { readonly chooseCwd?: ((cwd: string) => string) | undefined }): Session
  /** All sessions, newest first. */
  list(): readonly SessionInfo[]
}
