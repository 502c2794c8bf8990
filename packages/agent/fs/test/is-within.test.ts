import { expect, it } from 'vitest'
import { isWithin } from '../src/is-within.ts'

it.each([
  ['/a/b', '/a/b'],
  ['/a/b/c', '/a/b'],
  ['/a', '/'],
  ['C:\\a\\b', 'C:\\a'],
  ['C:\\a', 'C:\\'],
])('%s lies in %s', (path, folder) => expect(isWithin(path, folder)).toBe(true))

it.each([
  ['/a/bc', '/a/b'],
  ['/a', '/a/b'],
  ['C:\\ab', 'C:\\a'],
  // A back-slash is a letter like any other here.
  ['/a\\b', '/a\\'],
  ['/a\\b', '/a'],
])('%s does not lie in %s', (path, folder) => expect(isWithin(path, folder)).toBe(false))
