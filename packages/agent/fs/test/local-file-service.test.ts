import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileError, LocalFileService } from '../src/index.ts'

const files = new LocalFileService()

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length
}

/** Waits until this process has read the first bytes of a file. */
async function untilBeingRead(path: string): Promise<void> {
  const isBeingRead = (fd: string): boolean => {
    try {
      return (
        readlinkSync(`/proc/self/fd/${fd}`) === path &&
        !/^pos:\t0$/m.test(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))
      )
    } catch {
      return false // The descriptor that the listing itself had.
    }
  }
  while (!readdirSync('/proc/self/fd').some(isBeingRead)) await setImmediate()
}

/** The error that a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
}

describe('resolve', () => {
  it('makes an absolute path of what is given, without looking at the disk', () => {
    expect(files.resolve('/a/../b/./c')).toBe('/b/c')
    expect(files.resolve('c/../d', '/a')).toBe('/a/d')
    expect(files.resolve('/c', '/a')).toBe('/c')
  })

  it('never falls back to the folder that the process runs in', () => {
    expect(() => files.resolve('a')).toThrow('Not an absolute path: "a".')
    expect(() => files.resolve('a', 'b')).toThrow(TypeError)
  })
})

describe('stat, listDir and realPath', () => {
  it('tell what is there: stat follows links, listDir does not', async () => {
    const root = temporaryTree({
      'folder/file': 'four',
      'to-file': { link: 'folder/file' },
      'to-folder': { link: 'folder' },
      nowhere: { link: 'gone' },
    })
    execFileSync('mkfifo', [join(root, 'fifo')])
    expect(await files.stat(join(root, 'to-file'))).toMatchObject({ kind: 'file', size: 4 })
    expect(await files.stat(join(root, 'to-folder'))).toMatchObject({ kind: 'directory' })
    expect(await files.stat(join(root, 'fifo'))).toMatchObject({ kind: 'other' })
    const entries = [...(await files.listDir(root))].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(entries).toEqual([
      { name: 'fifo', kind: 'other' },
      { name: 'folder', kind: 'directory' },
      { name: 'nowhere', kind: 'link' },
      { name: 'to-file', kind: 'link' },
      { name: 'to-folder', kind: 'link' },
    ])
    expect(await files.realPath(join(root, 'to-folder/file'))).toBe(join(root, 'folder/file'))
  })

  it('fail with the code of the system', async () => {
    const root = temporaryTree({ file: '', nowhere: { link: 'gone' }, x: { link: 'y' }, y: { link: 'x' } })
    expect(await failureOf(files.stat(join(root, 'nowhere')))).toMatchObject({ code: 'ENOENT' })
    expect(await failureOf(files.listDir(join(root, 'file')))).toMatchObject({ code: 'ENOTDIR' })
    expect(await failureOf(files.realPath(join(root, 'x')))).toMatchObject({ code: 'ELOOP' })
    expect(await failureOf(files.readText(join(root, 'none')))).toMatchObject({ code: 'ENOENT' })
  })

  it('tell a link that leads nowhere, and which, from a file that is not there', async () => {
    const root = temporaryTree({
      'folder/gone': { link: 'none' },
      way: { link: 'folder' },
      chain: { link: 'folder/gone' },
      file: '',
    })
    for (const [path, link] of [
      ['folder/gone', 'folder/gone'],
      ['folder/gone/a/b', 'folder/gone'],
      ['way/gone', 'way/gone'],
      ['chain/x', 'chain'],
    ]) {
      const error = await failureOf(files.realPath(join(root, path ?? '')))
      expect(error).toMatchObject({ code: 'EDANGLING', path: join(root, link ?? '') })
    }
    for (const path of ['none', 'folder/none', 'way/none/x']) {
      expect(await failureOf(files.realPath(join(root, path)))).toMatchObject({ code: 'ENOENT' })
    }
    expect(await failureOf(files.realPath(join(root, 'file/x')))).toMatchObject({ code: 'ENOTDIR' })
  })

  it('stamp a file anew when its content changes, even within the same size', async () => {
    const root = temporaryTree({ file: 'one' })
    const path = join(root, 'file')
    const before = await files.stat(path)
    expect(await files.stat(path)).toEqual(before)
    rmSync(path)
    writeFileSync(path, 'two')
    expect((await files.stat(path)).stamp?.key).not.toBe(before.stamp?.key)
  })
})

describe('readText', () => {
  it('reads text whole, and cuts at a limit but never inside a character', async () => {
    const path = join(temporaryTree({ file: 'ab数c' }), 'file')
    expect(await files.readText(path)).toBe('ab数c')
    const texts = [0, 1, 2, 3, 4, 5, 6, 7].map((maxBytes) => files.readText(path, { maxBytes }))
    expect(await Promise.all(texts)).toEqual(['', 'a', 'ab', 'ab', 'ab', 'ab数', 'ab数c', 'ab数c'])
  })

  it('reads a large file, and one whose size says nothing', async () => {
    const text = '数据\n'.repeat(400_000)
    expect(await files.readText(join(temporaryTree({ file: text }), 'file'))).toBe(text)
    expect(await files.readText('/proc/self/status')).toMatch(/^Name:/)
  })

  it('says which byte is not UTF-8, and keeps the text before it [A7]', async () => {
    const path = join(temporaryTree({ file: Buffer.from([0x61, 0x62, 0xff, 0x63]) }), 'file')
    const error = await failureOf(files.readText(path))
    expect(error).toBeInstanceOf(FileError)
    expect(error).toMatchObject({
      code: 'ENOTUTF8',
      byte: 2,
      validText: 'ab',
      path,
      message: `Not UTF-8 (byte 2): ${path}`,
    })
    expect(await files.readText(path, { maxBytes: 2 })).toBe('ab')
  })

  it('never blocks on a fifo, socket, device or folder: they are no files [A3]', async () => {
    const root = temporaryTree({ folder: { dir: true }, zero: { link: '/dev/zero' }, tty: { link: '/dev/tty' } })
    execFileSync('mkfifo', [join(root, 'fifo')])
    const server = createServer().listen(join(root, 'socket'))
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    // More than the pool has threads: if one blocked, this test would hang.
    for (const name of ['fifo', 'fifo', 'fifo', 'fifo', 'fifo', 'folder', 'zero', 'socket', 'tty']) {
      expect(await failureOf(files.readText(join(root, name)))).toMatchObject({ code: 'ENOTFILE' })
    }
  })

  it('reads a file that grows as fast as it is read only to where it ended [A6]', async () => {
    const path = join(temporaryTree({ file: Buffer.alloc(30_000_000, 'x') }), 'file')
    const reading = files.readText(path)
    await untilBeingRead(path)
    appendFileSync(path, Buffer.alloc(5_000_000, 'y'))
    expect((await reading).length).toBe(30_000_000)
    expect((await files.readText(path, { maxBytes: 1_000 })).length).toBe(1_000)
  })

  it('rejects with the reason of an abort, whenever it comes, and leaves no descriptor open [R10]', async () => {
    const path = join(temporaryTree({ file: 'x'.repeat(8_000_000) }), 'file')
    const before = openDescriptors()
    for (let turns = 0; turns < 12; turns++) {
      const controller = new AbortController()
      const reason = new Error(`after ${turns} turns`)
      const reading = failureOf(files.readText(path, { signal: controller.signal }))
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      controller.abort(reason)
      expect(await reading).toBe(reason)
    }
    expect(openDescriptors()).toBe(before)
  })
})

describe('every call', () => {
  it('does nothing for a signal that is aborted already [R10]', async () => {
    const reason = new Error('no more')
    const signal = AbortSignal.abort(reason)
    const calls = [
      files.stat('/', { signal }),
      files.listDir('/', { signal }),
      files.realPath('/', { signal }),
      files.readText('/etc/hostname', { signal }),
      files.readHeads(['/etc/hostname'], { signal, maxBytes: 1 }),
    ]
    for (const call of calls) expect(await failureOf(call)).toBe(reason)
  })
})
