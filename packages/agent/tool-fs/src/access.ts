import { sep } from 'node:path'
import { errorCode, type FileService } from '@deepseek-ai/dsh-fs'

/** Where `path` leads when links are followed. Without such a call the path counts as it is. */
export async function realPathOf(fs: FileService, path: string, signal: AbortSignal): Promise<string> {
  return fs.realPath === undefined ? path : await fs.realPath(path, { signal })
}

/** Whether the real path `path` lies in one of `folders`, their links followed as well. A folder that is gone holds nothing. */
export async function isWithin(
  fs: FileService,
  path: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const folder of folders) {
    const real = await realFolder(fs, folder, signal)
    if (real !== undefined && contains(real, path)) return true
  }
  return false
}

async function realFolder(fs: FileService, folder: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await realPathOf(fs, folder, signal)
  } catch (error) {
    if (signal.aborted || errorCode(error) === undefined) throw error
    return undefined
  }
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
