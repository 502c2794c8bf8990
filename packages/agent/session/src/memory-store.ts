import type { SessionEvent } from './events.ts'
import { closedError, openHereError, takenError, unknownError } from './refusals.ts'
import { checkSessionId } from './session-id.ts'
import { newestFirst, sessionInfo } from './session-info.ts'
import type { SessionInfo, SessionLog, SessionStore } from './store.ts'

interface Kept {
  readonly events: SessionEvent[]
  isOpen: boolean
}

/** Sessions that live as long as this object. */
export class MemorySessionStore implements SessionStore {
  private readonly kept = new Map<string, Kept>()

  create(id: string): SessionLog {
    checkSessionId(id)
    if (this.kept.has(id)) throw takenError(id)
    const kept = { events: [], isOpen: false }
    this.kept.set(id, kept)
    return this.logOf(id, kept)
  }

  open(id: string): SessionLog {
    checkSessionId(id)
    const kept = this.kept.get(id)
    if (!kept) throw unknownError(id)
    if (kept.isOpen) throw openHereError(process.pid)
    return this.logOf(id, kept)
  }

  list(): readonly SessionInfo[] {
    const begun = [...this.kept].filter(([, { events }]) => events.length > 0)
    return begun.map(([id, { events }]) => sessionInfo(events, { id, path: id })).sort(newestFirst)
  }

  some(fits: (session: SessionInfo) => boolean): boolean {
    return this.list().some(fits)
  }

  private logOf(id: string, kept: Kept): SessionLog {
    kept.isOpen = true
    let isClosed = false
    return {
      events: [...kept.events],
      cutBytes: 0,
      append: (event) => {
        if (isClosed) throw closedError()
        kept.events.push(event)
      },
      close: () => {
        if (isClosed) return
        isClosed = true
        kept.isOpen = false
        if (kept.events.length === 0) this.kept.delete(id)
      },
    }
  }
}
