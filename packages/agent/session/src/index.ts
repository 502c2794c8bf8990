export type { HeaderReason, RequestHeader, SessionEvent, SessionEventBody, TurnStatus } from './events.ts'
export type { Session, SessionService } from './session.ts'
export type { SessionInfo, SessionLog, SessionStore } from './store.ts'
