import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect } from 'vitest'
import { closingEvents, FileSessionStore, requests, type Session } from '../../src/index.ts'
import { appendAll, countedSessions, fullTurn } from '../sample.ts'
import { digestOf } from './digest.ts'
import { historyFaults } from './history-faults.ts'

export interface DeadLog {
  /** Folder of the store. */
  readonly folder: string
  readonly id: string
  /** What the dead process acknowledged, `<seq> <digest>` each, without a gap. */
  readonly told: readonly string[]
  /** The whole lines of the log before that process. */
  readonly before: Buffer
}

/**
 * Expects that nothing is lost of a session whose process was killed, and that a restart goes on with it. The restart is
 * made on a copy: the log stays as the dead process left it. Returns its whole lines.
 */
export function checkDeadLog({ folder, id, told, before }: DeadLog): Buffer {
  const path = join(folder, `${id}.jsonl`)
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  expect(whole.subarray(0, before.length).equals(before)).toBe(true)
  const lines = whole.toString().split('\n').slice(0, -1)
  const first = Number.parseInt(told[0] ?? '0', 10)
  const kept = lines.map((line, seq) => `${seq} ${digestOf(line)}`)
  expect(told).toEqual(kept.slice(first, first + told.length))
  const copy = temporaryFolder()
  try {
    if (existsSync(folder)) cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
    if (lines.length > 0) checkRestart({ folder: copy, id, lines, isTorn: bytes.length > whole.length })
    else checkNothing(copy, id)
  } finally {
    rmSync(copy, { recursive: true })
  }
  return whole
}

interface Restart {
  readonly folder: string
  readonly id: string
  readonly lines: readonly string[]
  readonly isTorn: boolean
}

function checkRestart({ folder, id, lines, isTorn }: Restart): void {
  const store = new FileSessionStore(folder)
  const session = countedSessions(store).sessions.resume(id)
  const [found, added] = [session.events.slice(0, lines.length), session.events.slice(lines.length)]
  expect(found.map((event) => JSON.stringify(event))).toEqual(lines)
  expect(added[0]?.type).toBe('session/resume')
  expect(added.some((event) => event.type === 'notice' && event.code === 'log-cut')).toBe(isTorn)
  expectValid(session)
  appendAll(session, fullTurn)
  session.close()
  const log = store.open(id)
  expect(log.cutBytes).toBe(0)
  expect(log.events).toEqual(session.events)
  log.close()
  // One that is killed while it takes a lock over may leave its claim, which no one heeds.
  const files = readdirSync(folder).filter((name) => !/\.lock\.[0-9a-f]{16}(?:\.new)?$/.test(name))
  expect(files).toEqual([`${id}.jsonl`])
}

/** Nothing of it was acknowledged, so there is no such session. */
function checkNothing(folder: string, id: string): void {
  const { sessions } = countedSessions(new FileSessionStore(folder))
  expect(() => sessions.resume(id)).toThrow(expect.objectContaining({ code: 'unknown' }))
  if (!existsSync(join(folder, `${id}.jsonl`))) sessions.create({ cwd: '/work', id }).close()
}

/** Its turn is closed, and each request that it made or will make is one that a model takes. */
function expectValid(session: Session): void {
  expect(closingEvents(session.events, { status: 'failed', toolResult: '' })).toEqual([])
  expect(historyFaults(session.messages())).toEqual([])
  for (const request of requests(session.events)) expect(historyFaults(request.messages)).toEqual([])
}
