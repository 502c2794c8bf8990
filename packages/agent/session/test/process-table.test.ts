import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseProcessStat, systemProcesses } from '../src/process-table.ts'

it('reads state and start behind a name with spaces and brackets', () => {
  const rest = 'S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20'
  expect(parseProcessStat(`77 (a) b) (c d) ${rest}`)).toEqual({ state: 'S', startTicks: '4242' })
  expect(parseProcessStat('')).toBeUndefined()
  expect(parseProcessStat('77 (a) S 1')).toBeUndefined()
})

it('knows itself and tells a running process from one that ended or got its number later', async () => {
  const table = systemProcesses()
  expect(table.self.pid).toBe(process.pid)
  expect(table.isRunning(table.self)).toBe(true)
  expect(table.isRunning({ ...table.self, start: 'other/1' })).toBe(!existsSync('/proc/self/stat'))
  expect(table.isRunning({ ...table.self, start: '' })).toBe(true)
  expect(table.isRunning({ ...table.self, machine: 'elsewhere', pid: 1 })).toBe(true)

  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const identity = { ...table.self, pid: child.pid ?? 0, start: '' }
  expect(table.isRunning(identity)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(table.isRunning(identity)).toBe(false)
})
