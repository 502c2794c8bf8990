import { excerpt, quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when the file system says no; `code` is that of the system, or of `dsh-fs`. */
export function unreadable(path: string, code: string, reason: string): string {
  const file = quote(path, 300)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EDANGLING':
      return `There is nothing at ${file}. Check the path: it must be absolute or start at the working directory.`
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read: the system denies access to it. Go on without it, or tell the user.`
    case 'ELOOP':
      return `${file} cannot be read: its symbolic links lead in a circle. Name the file itself.`
    default:
      return `${file} could not be read: ${excerpt(reason)}`
  }
}
