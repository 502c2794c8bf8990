import { excerpt, quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when the system could not start the shell. */
export function notStarted(cwd: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return `The command was not run: the working directory ${quote(cwd, 300)} is gone, or this system has no /bin/sh. Tell the user.`
  }
  return `The command was not run, because the system could not start it: ${excerpt(message)}`
}
