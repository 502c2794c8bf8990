import { sep } from 'node:path'
import type { FileService } from '@deepseek-ai/dsh-fs'

/** Where `path` leads when links are followed. Without such a call the path counts as it is. */
export async function realPathOf(fs: FileService, path: string, signal: AbortSignal): Promise<string> {
  return fs.realPath === undefined ? path : await fs.realPath(path, { signal })
}

/** Whether a path lies in a folder, or is the folder itself. Both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
