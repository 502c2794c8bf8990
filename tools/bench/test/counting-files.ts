import { type FileService, LocalFileService } from '@deepseek-ai/dsh-fs'

/** How often each call of a file service was made; `heads` counts files. */
export interface FileCalls {
  stat: number
  listDir: number
  readText: number
  realPath: number
  readHeads: number
  heads: number
}

export function noCalls(): FileCalls {
  return { stat: 0, listDir: 0, readText: 0, realPath: 0, readHeads: 0, heads: 0 }
}

/** The local file service with every call counted into `calls`. Without `batch` it lacks the optional calls. */
export function countingFiles(calls: FileCalls, { batch }: { readonly batch: boolean }): FileService {
  const local = new LocalFileService()
  const owed: FileService = {
    resolve: (path, base) => local.resolve(path, base),
    stat: (path, options) => {
      calls.stat++
      return local.stat(path, options)
    },
    listDir: (path, options) => {
      calls.listDir++
      return local.listDir(path, options)
    },
    readText: (path, options) => {
      calls.readText++
      return local.readText(path, options)
    },
  }
  if (!batch) return owed
  return {
    ...owed,
    realPath: (path, options) => {
      calls.realPath++
      return local.realPath(path, options)
    },
    readHeads: (paths, options) => {
      calls.readHeads++
      calls.heads += paths.length
      return local.readHeads(paths, options)
    },
  }
}
