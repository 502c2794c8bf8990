import { readFile } from 'node:fs/promises'
import { FileError, LocalFileService, type FileService } from '@deepseek-ai/dsh-fs'

const local = new LocalFileService()

/** The four calls that every file service has, over the local disk: what someone else's may look like. */
export const plainService: FileService = {
  resolve: (path, base) => local.resolve(path, base),
  stat: async (path) => {
    const { kind, size } = await local.stat(path)
    return { kind, size }
  },
  listDir: (path) => local.listDir(path),
  readText: (path, options) => local.readText(path, options),
}

/** The same, with stamps and real paths. */
export const linkingService: FileService = {
  ...plainService,
  stat: (path) => local.stat(path),
  realPath: (path) => local.realPath(path),
}

/** One that knows no limit, and blocks on a fifo if it is let. */
export const limitlessService: FileService = {
  ...plainService,
  readText: async (path) => {
    const bytes = await readFile(path)
    const text = bytes.toString()
    if (Buffer.from(text).equals(bytes)) return text
    return local.readText(path)
  },
}

/** Rejects as such services do for a byte that is not UTF-8, with an error of their own making. */
const otherErrorService: FileService = {
  ...plainService,
  readText: async (path, options) => {
    try {
      return await local.readText(path, options)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      const { code, byte, validText } = error
      throw Object.assign(new Error('bad bytes'), { code, byte, validText })
    }
  },
}

export const foreignServices = {
  'four calls': plainService,
  'stamps and real paths': linkingService,
  'no limit': limitlessService,
  'errors of its own': otherErrorService,
} as const
