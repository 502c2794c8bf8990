import { randomBytes } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import type { Config } from './config.ts'
import { FileSessionStore } from './file-store.ts'
import { MemorySessionStore } from './memory-store.ts'
import { Sessions } from './sessions.ts'
import type { SessionService } from './session.ts'

// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    sessions: SessionService
  }
}

/** Provides `ctx.sessions`. */
export function apply(ctx: Context, config: Config = {}): void {
  const sessions = new Sessions({
    store: config.directory === undefined ? new MemorySessionStore() : new FileSessionStore(config.directory),
    now: () => new Date(),
    randomBytes,
    report: (error) => ctx.logger.error(error),
    warn: (message) => ctx.logger.warn(message),
  })
  // Undone from the last to the first: those who use the service are unloaded, and awaited, before sessions close.
  ctx.effect(function* () {
    yield () => sessions.closeAll()
    yield ctx.provide('sessions', sessions)
  }, 'sessions')
}
