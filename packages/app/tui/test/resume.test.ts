import { FileSessionStore } from '@deepseek-ai/dsh-session'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { countedSessions } from '../../../agent/session/test/sample.ts'
import { KEY, openApp } from './fixture.ts'

/** The terminal of an app that was asked for earlier sessions, which began a few seconds apart with these words. */
async function resumeAmong(words: readonly string[], columns: number, rows = 24) {
  const home = temporaryFolder()
  const { terminal, send } = await openApp({
    home,
    columns,
    rows,
    prepare: (_ctx, cwd) => {
      const { sessions } = countedSessions(new FileSessionStore(`${home}/sessions`))
      for (const content of words) {
        const session = sessions.create({ cwd })
        session.append({ type: 'turn/start' })
        session.append({ type: 'user/message', content })
        session.close()
      }
    },
  })
  send('/resume')
  await terminal.until('→ 2026')
  return terminal
}

it.each([
  [40, '→ 2026-01-01 00:00  Brew', '  2026-01-01 00:00  Boil'],
  [60, '→ 2026-01-01 00:00  Brew a pot of tea', '  2026-01-01 00:00  Boil two eggs'],
  [100, '→ 2026-01-01 00:00  Brew a pot of tea  20260101T', '  2026-01-01 00:00  Boil two eggs      20260101T'],
])('tells sessions of the same minute apart by their first words at %i columns', async (columns, second, first) => {
  const { screen } = await resumeAmong(['Boil two eggs', 'Brew a pot of tea'], columns)
  expect(screen).toContain(second)
  expect(screen).toContain(first)
})

it('cuts long first words where the row ends, and says so', async () => {
  const { screen } = await resumeAmong(['Brew '.repeat(30)], 40)
  expect(screen).toMatch(/^→ 2026-01-01 00:00  Brew[Brew ]+…$/m)
})

it.each([
  [80, /Go on with \(times in UTC\)\. 3 more: dsh sessions list has them\n→/],
  [40, /Go on with \(times in UTC\)\. 3 more: dsh\nsessions list has them\n→/],
])('says how many older sessions it does not offer, and what has them, at %i columns', async (columns, wanted) => {
  const words = Array.from({ length: 53 }, (_, index) => `Words ${index}`)
  const { screen } = await resumeAmong(words, columns)
  expect(screen).toMatch(wanted)
  expect(screen).toContain('(1/50)')
})

it('has the same in the transcript, for a screen with no room for it', async () => {
  const words = Array.from({ length: 51 }, (_, index) => `Words ${index}`)
  const terminal = await resumeAmong(words, 40, 6)
  expect(terminal.screen).toContain('… 2 of 2 rows hidden')
  terminal.type(KEY.escape)
  await terminal.until('· 1 more: dsh sessions list has them')
})
