import { mkdirSync, readdirSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore } from '../src/index.ts'
import { type ProcessIdentity, type ProcessTable, systemProcesses } from '../src/process-table.ts'
import { takeLock } from '../src/session-lock.ts'
import { countedSessions } from './sample.ts'

const children = join(import.meta.dirname, 'children')

/** A folder with one closed session, `one`. */
function folderWithSession(): string {
  const folder = temporaryFolder()
  const session = countedSessions(new FileSessionStore(folder)).sessions.create({ cwd: '/work', id: 'one' })
  session.append({ type: 'turn/start' })
  session.close()
  return folder
}

/** A process table in which those in `running` run, told apart by number and start. */
function tableOf(self: ProcessIdentity, running: readonly ProcessIdentity[]): ProcessTable {
  const isSame = (one: ProcessIdentity, other: ProcessIdentity) => one.pid === other.pid && one.start === other.start
  return { self, isRunning: (identity) => [self, ...running].some((other) => isSame(other, identity)) }
}

const first: ProcessIdentity = { pid: 11, start: 'boot/100', machine: 'here' }
const second: ProcessIdentity = { pid: 12, start: 'boot/200', machine: 'here' }

it('refuses what another process holds, naming it, and takes it when that one has closed it [D4]', async () => {
  const folder = folderWithSession()
  const held = new FileSessionStore(folder).open('one')
  const marks = temporaryFolder()
  writeFileSync(join(marks, 'go'), '')
  const args = [join(children, 'try-to-resume.ts'), folder, 'one', marks, 'a', '0']
  expect((await runNode({ args })).stdout).toBe(`locked ${process.pid}`)
  held.close()
  expect((await runNode({ args })).stdout).toMatch(/^won \d+$/)
  expect(readdirSync(folder)).toEqual(['one.jsonl'])
})

it('takes over from a process that was killed; of several takers one wins [D4]', async () => {
  const folder = folderWithSession()
  const dead = await runNode({ args: [join(children, 'resume-and-die.ts'), folder, 'one'] })
  expect(dead.signal).toBe('SIGKILL')
  expect(readdirSync(folder)).toEqual(['one.jsonl', 'one.lock'])
  expect(JSON.parse(readlinkSync(join(folder, 'one.lock')))).toMatchObject({ pid: Number(dead.stdout) })

  const marks = temporaryFolder()
  const names = ['a', 'b', 'c', 'd']
  const takers = names.map((name) =>
    runNode({ args: [join(children, 'try-to-resume.ts'), folder, 'one', marks, name, String(names.length - 1)] }),
  )
  while (readdirSync(marks).length < names.length) await setTimeout(2)
  writeFileSync(join(marks, 'go'), '')
  const outcomes = (await Promise.all(takers)).map((result) => result.stdout)
  expect(outcomes.map((outcome) => outcome.replace(/\d+$/, 'PID')).toSorted()).toEqual([
    ...Array<string>(names.length - 1).fill('locked PID'),
    'won PID',
  ])
  expect(readdirSync(folder)).toEqual(['one.jsonl'])
})

it('never interleaves processes that open, write and die against each other [D4]', async () => {
  const folder = folderWithSession()
  const contend = (rounds: number, ending: string) =>
    runNode({ args: [join(children, 'contend.ts'), folder, 'one', String(rounds), ending] })
  const results = await Promise.all([contend(80, ''), contend(80, ''), contend(10, 'die'), contend(30, 'die')])
  expect(results.map((result) => [result.code, result.signal, result.stderr])).toEqual([
    [0, null, ''],
    [0, null, ''],
    [null, 'SIGKILL', ''],
    [null, 'SIGKILL', ''],
  ])
  const log = new FileSessionStore(folder).open('one')
  expect(log.events).toHaveLength(2 + 80 + 80 + 10 + 30)
  log.close()
})

it('takes a number that another process got since for what it is', () => {
  const path = join(temporaryFolder(), 'lock')
  takeLock(path, tableOf(first, []))
  const reused = { ...first, start: 'boot/999' }
  const release = takeLock(path, tableOf(second, [reused]))
  expect(() => takeLock(path, tableOf(reused, [second]))).toThrow(expect.objectContaining({ code: 'locked', pid: 12 }))
  release()
  expect(() => readlinkSync(path)).toThrow('ENOENT')
})

it('leaves a lock alone that is not its own any more', () => {
  const path = join(temporaryFolder(), 'lock')
  const release = takeLock(path, tableOf(first, []))
  unlinkSync(path)
  const releaseSecond = takeLock(path, tableOf(second, []))
  release()
  expect(JSON.parse(readlinkSync(path))).toMatchObject({ pid: 12 })
  releaseSecond()
})

it('goes on from a taker that died between its claim and the lock', () => {
  const path = join(temporaryFolder(), 'lock')
  takeLock(path, tableOf(first, []))
  const { nonce } = JSON.parse(readlinkSync(path)) as { nonce: string }
  takeLock(`${path}.${nonce}`, tableOf(second, []))
  const third = { pid: 13, start: 'boot/300', machine: 'here' }
  expect(() => takeLock(path, tableOf(third, [second]))).toThrow(expect.objectContaining({ code: 'locked', pid: 12 }))
  takeLock(path, tableOf(third, []))
  expect(JSON.parse(readlinkSync(path))).toMatchObject({ pid: 13 })
  expect(readdirSync(join(path, '..'))).toEqual(['lock'])
})

it('never takes over from another machine, and says which file to delete', () => {
  const path = join(temporaryFolder(), 'lock')
  symlinkSync(JSON.stringify({ pid: 2 ** 22 + 1, start: '', machine: 'elsewhere', nonce: '0123456789abcdef' }), path)
  expect(() => takeLock(path, systemProcesses())).toThrow(
    `process 4194305 of elsewhere. Close it there first, or delete ${path}`,
  )
})

it.each(['file', 'folder', 'link', 'nonce'])('refuses a %s in the place of the lock and leaves it there', (kind) => {
  const path = join(temporaryFolder(), 'lock')
  if (kind === 'file') writeFileSync(path, '')
  if (kind === 'folder') mkdirSync(path)
  if (kind === 'link') symlinkSync('/etc/passwd', path)
  if (kind === 'nonce') symlinkSync(JSON.stringify({ pid: 1, start: '', machine: '', nonce: '../../x' }), path)
  expect(() => takeLock(path, systemProcesses())).toThrow(expect.objectContaining({ code: 'locked' }))
  expect(readdirSync(join(path, '..'))).toEqual(['lock'])
})
