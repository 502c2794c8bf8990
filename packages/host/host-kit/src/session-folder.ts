import { accessSync, constants, realpathSync, statSync } from 'node:fs'

/** Why no session can work in the folder at `path`, to follow its name; `undefined` when one can. */
export function folderFault(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return 'is not a folder any more'
    accessSync(path, constants.R_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'is gone'
    if (typeof code !== 'string') throw error
    return `cannot be read (${code})`
  }
}

/** A session that cannot go on where it was asked to. `gone`: nor in its own folder. `elsewhere`: that one is fine. */
export class SessionFolderError extends Error {
  override readonly name = 'SessionFolderError'
  readonly reason: 'gone' | 'elsewhere'

  constructor(reason: 'gone' | 'elsewhere', message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Chooses the folder of session `id`, see `SessionService.resume`: its own one; `wanted`, when that is gone. Throws
 * `SessionFolderError`.
 */
export function chooseFolder(id: string, wanted: string | undefined): (cwd: string) => string {
  return (cwd) => {
    const fault = folderFault(cwd)
    if (fault !== undefined) {
      if (wanted !== undefined && folderFault(wanted) === undefined) return wanted
      throw new SessionFolderError('gone', `The folder of session ${id} ${fault}: ${cwd}.`)
    }
    if (wanted === undefined || sameFolderAs(wanted)(cwd)) return cwd
    throw new SessionFolderError('elsewhere', `session ${id} belongs to ${cwd}`)
  }
}

/** Tells which absolute paths name the same folder as `folder`, be it by way of links. */
export function sameFolderAs(folder: string): (other: string) => boolean {
  const realFolder = realPathOf(folder)
  return (other) => other === folder || realPathOf(other) === realFolder
}

/** The path itself where nothing is there any more. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
