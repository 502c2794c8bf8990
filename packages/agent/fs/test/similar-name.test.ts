import { join } from 'node:path'
import { findSimilarPath, foldName, LocalFileService } from '@deepseek-ai/dsh-fs'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'

const files = new LocalFileService()

it.each([
  ['references/caf\u00E9.md', 'references/cafe\u0301.md'],
  ['references/cafe\u0301.md', 'references/caf\u00E9.md'],
  ['at 10.30 AM.md', 'at 10.30\u202FAM.md'],
  ['at 10.30\u00A0AM.md', 'at 10.30 AM.md'],
  ['r\u00E9f/a\u3000b/\u1E69.md', 're\u0301f/a b/s\u0323\u0307.md'],
  ['\uD55C\uAE00.md', '\u1112\u1161\u11AB\u1100\u1173\u11AF.md'],
])('finds %j where %j is on disk [G29]', async (asked, onDisk) => {
  const root = temporaryTree({ [onDisk]: 'x', 'references/other.md': '' })
  expect(await findSimilarPath(files, join(root, asked))).toBe(join(root, onDisk))
})

it('takes the exact name first, and none where several fit [G29]', async () => {
  const root = temporaryTree({ 'a b': '', 'a\u00A0b': '', 'c\u00A0d': '', 'c\u202Fd': '' })
  expect(await findSimilarPath(files, join(root, 'a b'))).toBe(join(root, 'a b'))
  expect(await findSimilarPath(files, join(root, 'c d'))).toBe(join(root, 'c d'))
})

it.each(['Caf\u00E9.md', 'cafe.md', 'none/cafe.md', 'a.md/x'])('takes nothing else for %j [G29]', async (asked) => {
  const root = temporaryTree({ 'cafe\u0301.md': '', 'a.md': '' })
  expect(await findSimilarPath(files, join(root, asked))).toBe(join(root, asked))
})

it('folds no more than that [G29]', () => {
  expect(foldName('\uFB01 \u2003x\t')).toBe('\uFB01  x\t')
})
