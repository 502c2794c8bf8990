import { describe, expect, it, vi } from 'vitest'
import { readLookup } from '../src/lookup.ts'

describe('readLookup', () => {
  it.each([
    ['/work/app', '/work/app'],
    ['/work/app/', '/work/app'],
    ['/work//app', '/work/app'],
    ['/work/./x/../app', '/work/app'],
    ['/', '/'],
    ['//', '/'],
    ['/work/a b [c] #1', '/work/a b [c] #1'],
  ])('normalises %s to %s [F48]', (cwd, expected) => {
    expect(readLookup({ cwd }).cwd).toBe(expected)
  })

  it.each(['', ' ', '.', './x', 'x', '../x', '~', '/work/\0', 7, null, {}])(
    'throws TypeError for a cwd that is no absolute path: %j [R9]',
    (cwd) => {
      expect(() => readLookup({ cwd: cwd as string })).toThrow(TypeError)
    },
  )

  it('takes an absent cwd as no project, and never asks for the folder of the process [F48] [F49]', () => {
    const processCwd = vi.spyOn(process, 'cwd')
    expect(readLookup()).toEqual({ cwd: undefined, signal: undefined, refresh: false })
    expect(readLookup({ cwd: undefined }).cwd).toBeUndefined()
    readLookup({ cwd: '/work/../x/' })
    expect(processCwd).not.toHaveBeenCalled()
    processCwd.mockRestore()
  })

  it.each([null, {}, 'abort', new AbortController()])('throws TypeError for %o as a signal', (signal) => {
    expect(() => readLookup({ signal: signal as AbortSignal })).toThrow('signal must be an AbortSignal')
  })

  it('hands the signal on and takes only true as a wish to refresh', () => {
    const { signal } = new AbortController()
    expect(readLookup({ signal, refresh: true })).toEqual({ cwd: undefined, signal, refresh: true })
    expect(readLookup({ refresh: false }).refresh).toBe(false)
  })
})
