import { isAbsolute } from 'node:path'
import type { Session } from '@deepseek-ai/dsh-session'

/** Lets the session read below the real path `path`; logged once. Throws `TypeError` when it is not absolute. */
export function addReadableRoot(session: Session, path: string): void {
  if (!isAbsolute(path)) throw new TypeError('A readable root is an absolute path.')
  if (!session.readableRoots().includes(path)) session.append({ type: 'root/readable', path })
}
