import { FileSessionStore } from '@deepseek-ai/dsh-session'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { countedSessions } from '../../../agent/session/test/sample.ts'
import { openApp } from './fixture.ts'

/** The screen of an app that was asked for earlier sessions, which began a few seconds apart with these words. */
async function resumeAmong(words: readonly string[], columns: number, rows = 24): Promise<string> {
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
  return await terminal.until('→ 2026')
}

it.each([
  [40, '→ 2026-01-01 00:00  Brew', '  2026-01-01 00:00  Boil'],
  [60, '→ 2026-01-01 00:00  Brew a pot of tea', '  2026-01-01 00:00  Boil two eggs'],
  [100, '→ 2026-01-01 00:00  Brew a pot of tea  20260101T', '  2026-01-01 00:00  Boil two eggs      20260101T'],
])('tells sessions of the same minute apart by their first words at %i columns', async (columns, second, first) => {
  const screen = await resumeAmong(['Boil two eggs', 'Brew a pot of tea'], columns)
  expect(screen).toContain(second)
  expect(screen).toContain(first)
})

it('cuts long first words where the row ends, and says so', async () => {
  const screen = await resumeAmong(['Brew '.repeat(30)], 40)
  expect(screen).toMatch(/^→ 2026-01-01 00:00  Brew[Brew ]+…$/m)
})
