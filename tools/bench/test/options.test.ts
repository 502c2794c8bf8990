import { expect, it } from 'vitest'
import { readOptions } from '../src/options.ts'

const KNOWN = ['P1', 'P6']

it('reads nothing at all as everything, with the first seed', () => {
  expect(readOptions([], KNOWN)).toEqual({ isQuick: false, seed: 1 })
})

it('reads each option', () => {
  const args = ['--only', 'p1, P6', '--quick', '--json', 'out.json', '--seed', '7']
  expect(readOptions(args, KNOWN)).toEqual({ only: ['P1', 'P6'], isQuick: true, jsonFile: 'out.json', seed: 7 })
  expect(readOptions(['--help'], KNOWN)).toBe('help')
})

it('refuses what it cannot act on', () => {
  expect(() => readOptions(['--only', 'P1,P77'], KNOWN)).toThrow('no measure P77; there are P1, P6')
  expect(() => readOptions(['--seed', 'x'], KNOWN)).toThrow('--seed takes a whole number, not x')
  expect(() => readOptions(['--fast'], KNOWN)).toThrow(TypeError)
})
