import type { Session, SessionService } from '@deepseek-ai/dsh-session'
import type { Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/** The session of `--resume ID`, else a new one in `folder`. Throws `UsageError` when `--cwd` names another folder than its own. */
export function openSession(sessions: SessionService, folder: string, options: Invocation['options']): Session {
  const { resume: id, cwd } = options
  if (typeof id !== 'string') return sessions.create({ cwd: folder })
  const session = sessions.resume(id)
  if (cwd === undefined || session.cwd === folder) return session
  session.close()
  throw new UsageError(`session ${id} belongs to ${session.cwd}`, 'leave out --cwd, or start a new session there')
}
