import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { openApp, userTurns } from './fixture.ts'

it('shows what the user says and the answer, as Markdown, and goes on', async () => {
  const { terminal, send, ctx } = await openApp({ model: scriptedModel(['# Tea\n\nIt is **hot**.', 'Yes.']) })
  send('How is it?')
  const screen = await terminal.until('It is hot.')
  expect(screen).toContain('› How is it?')
  expect(screen).toContain('Tea')
  expect(screen).not.toContain('**')
  send('Really?')
  await terminal.until('Yes.')
  expect(userTurns(ctx)).toEqual(['How is it?', 'Really?'])
})
