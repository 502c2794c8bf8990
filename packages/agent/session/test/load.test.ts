import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore } from '../src/index.ts'
import { countedSessions } from './sample.ts'

const time = '2026-01-01T00:00:00.000Z'

it('loads a log of 100,000 events', () => {
  const folder = temporaryFolder()
  const lines = [JSON.stringify({ seq: 0, time, type: 'session/start', version: 1, id: 'big', cwd: '/w' })]
  for (let seq = 1; seq < 100_000; seq += 1) {
    lines.push(JSON.stringify({ seq, time, type: 'user/message', content: `Message ${seq}` }))
  }
  writeFileSync(join(folder, 'big.jsonl'), `${lines.join('\n')}\n`)
  const session = countedSessions(new FileSessionStore(folder)).sessions.resume('big')
  expect(session.events).toHaveLength(100_001)
  expect(session.messages()).toHaveLength(99_999)
  session.close()
})

it('loads one line that is nested deeper than a stack is', () => {
  const folder = temporaryFolder()
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const start = JSON.stringify({ seq: 0, time, type: 'session/start', version: 1, id: 'deep', cwd: '/w' })
  const header = {
    seq: 1,
    time,
    type: 'request/header',
    reason: 'initial',
    adapter: 'a',
    model: 'm',
    parameters: {},
    system: '',
    prefix: [],
  }
  const tool = `{"name":"t","description":"","parameters":{"deep":${deep}}}`
  writeFileSync(join(folder, 'deep.jsonl'), `${start}\n${JSON.stringify(header).slice(0, -1)},"tools":[${tool}]}\n`)
  const session = countedSessions(new FileSessionStore(folder)).sessions.resume('deep')
  expect(session.events[1]?.type).toBe('request/header')
  session.close()
})
