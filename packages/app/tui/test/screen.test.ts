import { expect, it } from 'vitest'
import { Screen } from '../src/view/screen.ts'
import { createStyle } from '../src/view/style.ts'
import { VirtualTerminal } from './virtual-terminal.ts'

it('gives the terminal back also when the fault that ends it is one of drawing [H3]', () => {
  const terminal = new VirtualTerminal()
  const screen = new Screen(terminal, createStyle(true))
  screen.start({ render: () => ['composer'], invalidate: () => {} })
  screen.transcript.render = () => {
    throw new Error('cannot be drawn')
  }
  expect(() => screen.transcript.render(80)).toThrow('cannot be drawn')
  screen.stop()
  expect(terminal.raw.match(/\?1049[hl]/g)).toEqual(['?1049h', '?1049l'])
  expect(terminal.raw.match(/\?25[hl]/g)?.at(-1)).toBe('?25h')
})

it('is not taken again when it was stopped while somebody else had it', async () => {
  const terminal = new VirtualTerminal()
  const screen = new Screen(terminal, createStyle(false))
  screen.start({ render: () => ['composer'], invalidate: () => {} })
  await screen.lend(() => Promise.resolve(screen.stop()))
  expect(terminal.raw.match(/\?1049[hl]/g)).toEqual(['?1049h', '?1049l'])
})
