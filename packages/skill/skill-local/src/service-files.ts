import {
  decodeUtf8,
  errorCode,
  FileError,
  isOutOfDescriptors,
  pause,
  type FileHead,
  type FileService,
  type HeadAnswer,
  type HeadOptions,
} from '@deepseek-ai/dsh-fs'
import { checkService } from './check-service.ts'
import type { SkillFiles } from './files.ts'
import { sideBySide } from './side-by-side.ts'

/** How many calls a service without `readHeads` gets at a time. */
const CALLS_AT_A_TIME = 32

/** How long to wait before files are tried again that could not be opened for want of descriptors, in ms. */
const RETRY_DELAY_MS = 100

/** Longest character in UTF-8, in bytes. */
const CHARACTER_MAX_BYTES = 4

/**
 * Any file service as the port. What the service may leave out is made up for: heads are read by `stat` and `readText`,
 * the real path of what is there is taken to be the path itself. With `checksEveryLink` each head also tells its file's
 * real path. An answer that is not as the interface has it is a TypeError that names `ctx.fs` and the call.
 */
export function filesOfService(service: FileService, options: { readonly checksEveryLink: boolean }): SkillFiles {
  const checked = checkService(service)
  return {
    followsLinks: checked.realPath !== undefined,
    resolve: (path, base) => checked.resolve(path, base),
    stat: (path, { signal }) => abortable(signal, () => checked.stat(path, { signal })),
    listDir: (path, { signal }) => abortable(signal, () => checked.listDir(path, { signal })),
    realPath: (path, { signal }) =>
      abortable(signal, async () => {
        if (checked.realPath) return checked.realPath(path, { signal })
        await checked.stat(path, { signal })
        return path
      }),
    readHeads: (paths, headOptions) =>
      abortable(headOptions.signal, () =>
        checked.readHeads === undefined
          ? readHeadsByText(checked, paths, headOptions, options.checksEveryLink)
          : checked.readHeads(paths, headOptions),
      ),
  }
}

/** Settles as the call does, and on an abort at once with the signal's reason, whether the service heeds it or not. */
function abortable<T>(signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    void call()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop))
  })
}

async function readHeadsByText(
  service: FileService,
  paths: readonly string[],
  options: HeadOptions,
  checksLink: boolean,
): Promise<readonly HeadAnswer[]> {
  const read = async (path: string, index: number): Promise<HeadAnswer> => {
    options.signal?.throwIfAborted()
    const answer = await readHead(service, path, options, options.known?.[index], checksLink)
    options.signal?.throwIfAborted()
    return answer
  }
  const answers = [...(await sideBySide(paths, CALLS_AT_A_TIME, read))]
  if (!answers.some(isOutOfDescriptors)) return answers
  await pause(RETRY_DELAY_MS, options.signal)
  // One at a time: it may have been these very calls that used up the descriptors.
  for (const [index, answer] of answers.entries()) {
    if (isOutOfDescriptors(answer)) answers[index] = await read(paths[index] ?? '', index)
  }
  return answers
}

/** Looks at the kind first: a service may open whatever it is told to, and block on a fifo. */
async function readHead(
  service: FileService,
  path: string,
  options: HeadOptions,
  knownKey: string | undefined,
  checksLink: boolean,
): Promise<HeadAnswer> {
  const { signal, maxBytes } = options
  try {
    const { kind, size, stamp } = await service.stat(path, { signal })
    if (kind !== 'file') {
      return new FileError({ code: 'ENOTFILE', path, message: `Not a regular file (${kind}): ${path}` })
    }
    const realPath = checksLink ? await service.realPath?.(path, { signal }) : undefined
    if (stamp !== undefined && stamp.key === knownKey && realPath === undefined) return 'unchanged'
    // Room for one character more shows whether the file goes on.
    const read = service.readText(path, { signal, maxBytes: maxBytes + CHARACTER_MAX_BYTES })
    const head = cutHead(await textOrValidPart(read), size, maxBytes)
    return { ...head, size, ...(stamp && { stamp }), ...(realPath !== undefined && { realPath }) }
  } catch (error) {
    return error instanceof Error ? error : new Error(`The file service failed: ${String(error)}`)
  }
}

interface ServiceText {
  readonly text: string
  readonly invalidByte?: number
}

/** The text that a service reads; of a file that is not UTF-8, the part before the bad byte. */
async function textOrValidPart(read: Promise<string>): Promise<ServiceText> {
  try {
    return { text: await read }
  } catch (error) {
    if (errorCode(error) !== 'ENOTUTF8') throw error
    const { validText, byte } = error as FileError // What the code stands for, whichever copy of the class it is.
    return { text: validText ?? '', invalidByte: byte ?? 0 }
  }
}

/** Cuts to `maxBytes` what a service read, which may be the whole file if it does not know the limit. */
function cutHead(
  read: ServiceText,
  size: number,
  maxBytes: number,
): Pick<FileHead, 'text' | 'isComplete' | 'invalidByte'> {
  const { text, invalidByte } = read
  if (invalidByte !== undefined && invalidByte < maxBytes) return { text, invalidByte, isComplete: size <= maxBytes }
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes && invalidByte === undefined) return { text, isComplete: true }
  return { text: decodeUtf8(bytes.subarray(0, maxBytes), { isCut: true }).text, isComplete: false }
}
