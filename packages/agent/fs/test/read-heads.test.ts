import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync, truncateSync, unlinkSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { itNeeding, runNode, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { LocalFileService, type FileHead, type HeadAnswer } from '../src/index.ts'

const files = new LocalFileService()
const child = join(import.meta.dirname, 'children/read-heads.ts')

async function headOf(path: string, maxBytes = 4096): Promise<HeadAnswer | undefined> {
  return (await files.readHeads([path], { maxBytes }))[0]
}

function isHead(answer: HeadAnswer | undefined): answer is FileHead {
  return typeof answer === 'object' && !(answer instanceof Error)
}

describe('readHeads', () => {
  it('answers in the order asked for, each failure in its place [A10]', async () => {
    const root = temporaryTree({ a: 'first', folder: { dir: true }, b: 'second' })
    const answers = await files.readHeads(
      ['b', 'none', 'folder', 'a'].map((name) => join(root, name)),
      { maxBytes: 4096 },
    )
    expect(answers[0]).toMatchObject({ text: 'second', isComplete: true, size: 6 })
    expect(answers[1]).toMatchObject({ code: 'ENOENT' })
    expect(answers[2]).toMatchObject({
      code: 'ENOTFILE',
      message: `Not a regular file but a folder: ${join(root, 'folder')}`,
    })
    expect(answers[3]).toMatchObject({ text: 'first', isComplete: true, size: 5 })
  })

  it('knows whether a head is the whole file, at the limit and on both sides of it', async () => {
    const path = join(temporaryTree({ file: '0123456789' }), 'file')
    const heads = await Promise.all([9, 10, 11].map((maxBytes) => headOf(path, maxBytes)))
    expect(heads).toMatchObject([
      { text: '012345678', isComplete: false, size: 10 },
      { text: '0123456789', isComplete: true, size: 10 },
      { text: '0123456789', isComplete: true, size: 10 },
    ])
  })

  it('cuts between characters, and reports a byte that is not UTF-8 only within the limit [A7]', async () => {
    const path = join(temporaryTree({ file: Buffer.concat([Buffer.from('ab数'), Buffer.from([0xff])]) }), 'file')
    expect(await headOf(path, 4)).toMatchObject({ text: 'ab', isComplete: false })
    expect(await headOf(path, 5)).toMatchObject({ text: 'ab数', isComplete: false })
    expect(await headOf(path, 6)).toMatchObject({ text: 'ab数', isComplete: true, invalidByte: 5 })
  })

  it('reads files longer than the shared buffer, and leaves earlier answers alone', async () => {
    const long = 'x'.repeat(50_000)
    const root = temporaryTree({ a: 'aaaa', b: long, c: 'cc' })
    const answers = await files.readHeads(
      ['a', 'b', 'c', 'a'].map((name) => join(root, name)),
      { maxBytes: 60_000 },
    )
    expect(answers.map((answer) => isHead(answer) && answer.text)).toEqual(['aaaa', long, 'cc', 'aaaa'])
  })

  it('reads a bounded part of a file of any size [A6]', async () => {
    const path = join(temporaryFolder(), 'sparse')
    writeFileSync(path, 'start')
    truncateSync(path, 1_000_000_000)
    expect(await headOf(path, 8)).toMatchObject({ text: 'start\0\0\0', isComplete: false, size: 1_000_000_000 })
  })

  it.runIf(process.platform === 'linux')('reads no pseudo file, by its path or by a link [G09]', async () => {
    const root = temporaryTree({
      mem: { link: '/proc/self/mem' },
      environment: { link: '/proc/self/environ' },
      'kernel-log': { link: '/proc/kmsg' },
      sys: { link: '/sys/kernel/mm/transparent_hugepage/enabled' },
      empty: '',
    })
    const names = ['mem', 'environment', 'kernel-log', 'sys']
    const paths = [...names.map((name) => join(root, name)), '/proc/cpuinfo']
    const answers = await files.readHeads(paths, { maxBytes: 4096 })
    expect(answers).toMatchObject(paths.map(() => ({ code: 'ENOTFILE' })))
    for (const path of paths) expect(await files.stat(path)).toMatchObject({ kind: 'file', isPseudo: true })
    expect(await headOf(join(root, 'empty'))).toMatchObject({ text: '', isComplete: true })
    expect(await files.stat(join(root, 'empty'))).not.toHaveProperty('isPseudo')
  })

  it('says where a link leads, and tells a dangling link and a loop from a missing file [A12]', async () => {
    const root = temporaryTree({
      'real/file': 'text',
      folder: { link: 'real' },
      link: { link: 'folder/file' },
      gone: { link: 'nowhere' },
      x: { link: 'y' },
      y: { link: 'x' },
    })
    expect(await headOf(join(root, 'link'))).toMatchObject({ text: 'text', realPath: join(root, 'real/file') })
    expect(await headOf(join(root, 'folder/file'))).not.toHaveProperty('realPath')
    expect(await headOf(join(root, 'gone'))).toMatchObject({ code: 'EDANGLING' })
    expect(await headOf(join(root, 'x'))).toMatchObject({ code: 'ELOOP' })
    expect(await headOf(join(root, 'x/file'))).toMatchObject({ code: 'ELOOP' })
  })

  it('does not open a file that still has the stamp known, and opens it after any change', async () => {
    const root = temporaryTree({ file: 'one', other: 'one' })
    const path = join(root, 'file')
    const head = await headOf(path)
    const known = [isHead(head) ? head.stamp?.key : undefined]
    const ask = async () => (await files.readHeads([path], { maxBytes: 4096, known }))[0]
    expect(await ask()).toBe('unchanged')
    // Same inode, size and mtime: the ctime alone tells.
    writeFileSync(path, 'two')
    utimesSync(path, 1, 1)
    expect(await ask()).toMatchObject({ text: 'two' })
    // A link to the very file that is known.
    renameSync(path, join(root, 'moved'))
    const moved = await headOf(join(root, 'moved'))
    symlinkSync('moved', path)
    const again = await files.readHeads([path], {
      maxBytes: 4096,
      known: [isHead(moved) ? moved.stamp?.key : undefined],
    })
    expect(again[0]).toMatchObject({ text: 'two', realPath: join(root, 'moved') })
    unlinkSync(path)
    expect(await ask()).toMatchObject({ code: 'ENOENT' })
  })

  it('lets the event loop run and sees an abort while it reads many files [R10]', async () => {
    const path = join(temporaryTree({ file: 'x'.repeat(4096) }), 'file')
    const before = readdirSync('/proc/self/fd').length
    const controller = new AbortController()
    const reason = new Error('enough')
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
      if (turns === 3) controller.abort(reason)
    }, 0)
    const reading = files.readHeads(Array<string>(1_000_000).fill(path), { maxBytes: 4096, signal: controller.signal })
    await expect(reading).rejects.toBe(reason)
    clearInterval(timer)
    expect(turns).toBe(3)
    expect(readdirSync('/proc/self/fd').length).toBe(before)
  })

  itNeeding(['strace'], 'takes four calls for a plain file and nothing else [F57]', async () => {
    const root = temporaryTree({ a: 'aa', b: 'b'.repeat(9_000) })
    const log = join(root, 'log')
    const wrapper = ['strace', '-f', '-P', join(root, 'a'), '-P', join(root, 'b'), '-o', log]
    await runNode({ args: [child, join(root, 'a'), join(root, 'b')], wrapper })
    const calls = execFileSync('cat', [log], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\d+ +(\w+)\(/.exec(line)?.[1])
      .filter((call) => call !== undefined)
    expect(calls).toEqual(['openat', 'statx', 'read', 'close', 'openat', 'statx', 'read', 'close'])
  })
})

describe('listDir and readText without free descriptors', () => {
  const script = join(import.meta.dirname, 'children/list-and-read.ts')
  // One thread in the pool: strace counts calls by thread.
  const straced = async (path: string, inject: string) => {
    const wrapper = ['strace', '-f', '-qq', '-o', '/dev/null', '-P', path, '-e', `inject=openat:error=${inject}`]
    const result = await runNode({ args: [script, dirname(path)], wrapper, env: { UV_THREADPOOL_SIZE: '1' } })
    return result.stdout
  }

  itNeeding(['strace'], 'try again after a pause, and in the end give the error [A11]', async () => {
    const folder = temporaryTree({ 'x/file': 'Text.' })
    const path = join(folder, 'x/file')
    const listing = '[{"name":"file","kind":"file"}]'
    expect(await straced(path, 'EMFILE:when=1..2')).toBe(`[${listing},"Text."]`)
    expect(await straced(path, 'EMFILE')).toBe(`[${listing},"EMFILE"]`)
  })
})

describe('readHeads without free descriptors', () => {
  const straced = async (inject: string) => {
    const root = temporaryTree({ bad: 'bad', good: 'good' })
    const wrapper = [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-P',
      join(root, 'bad'),
      '-e',
      `inject=openat:error=${inject}`,
    ]
    const result = await runNode({ args: [child, join(root, 'bad'), join(root, 'good')], wrapper })
    return result.stdout
  }

  itNeeding(['strace'], 'tries a file again after a pause [A11]', async () => {
    expect(await straced('EMFILE:when=1')).toBe('["bad","good"]')
    expect(await straced('ENFILE:when=1..3')).toBe('["bad","good"]')
  })

  itNeeding(['strace'], 'gives the error for that file alone when it lasts [A11]', async () => {
    expect(await straced('EMFILE')).toBe('["EMFILE","good"]')
  })

  itNeeding(['strace'], 'gives any other error at once, and reads the rest [A9] [A10]', async () => {
    expect(await straced('EIO:when=1')).toBe('["EIO","good"]')
    expect(await straced('ENOENT:when=1')).toBe('["ENOENT","good"]')
  })

  itNeeding(['second user'], 'reads what it may, and says EACCES for the rest [A10]', async () => {
    const root = temporaryTree({ secret: 'secret', good: 'good' })
    execFileSync('chmod', ['600', join(root, 'secret')])
    const result = await runNode({ args: [child, join(root, 'secret'), join(root, 'good')], uid: 65534 })
    expect(result.stdout).toBe('["EACCES","good"]')
  })

  it('needs one descriptor at a time [A11]', async () => {
    const root = temporaryTree(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'])))
    const paths = Array.from({ length: 60 }, (_, index) => join(root, `f${index}`))
    const result = await runNode({ args: [child, ...paths], wrapper: ['sh', '-c', 'ulimit -n 30; exec "$@"', 'sh'] })
    expect(result.stdout).toBe(JSON.stringify(Array<string>(60).fill('x')))
  })
})
