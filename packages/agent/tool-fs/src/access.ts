import { basename } from 'node:path'
import { errorCode, type FileService } from '@deepseek-ai/dsh-fs'
import type { ToolContext } from '@deepseek-ai/dsh-tools'

/** Where a path leads, or would lead if the rest of it were there. */
export interface Place {
  readonly target: string
  /** False: a link on the way leads nowhere, so nobody can say where that is. */
  readonly isCertain: boolean
}

/**
 * Where `path` leads, whether or not something is there: that is not to be told of what lies outside. A part that cannot
 * be followed counts as it is written.
 */
export async function placeOf(fs: FileService, path: string, signal: AbortSignal): Promise<Place> {
  try {
    return { target: await realPathOf(fs, path, signal), isCertain: true }
  } catch (error) {
    const code = errorCode(error)
    if (signal.aborted || code === undefined) throw error
    const parent = fs.resolve('..', path)
    if (code === 'EDANGLING' || parent === path) return { target: path, isCertain: false }
    const { target, isCertain } = await placeOf(fs, parent, signal)
    return { target: fs.resolve(basename(path), target), isCertain }
  }
}

/** Where `path` leads when links are followed. Without such a call the path counts as it is. */
export async function realPathOf(fs: FileService, path: string, signal: AbortSignal): Promise<string> {
  return fs.realPath === undefined ? path : await fs.realPath(path, { signal })
}

/** The real paths that are open without asking: the session's folder, unless it is gone, and the roots it has been given. */
export async function openFolders(
  fs: FileService,
  { cwd, readableRoots, signal }: ToolContext,
): Promise<readonly string[]> {
  try {
    return [await realPathOf(fs, cwd, signal), ...readableRoots()]
  } catch (error) {
    if (signal.aborted || errorCode(error) === undefined) throw error
    return readableRoots()
  }
}
