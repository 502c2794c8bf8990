import { describe, expect, it } from 'vitest'
import { jsonDisplay, runPrompt } from '../src/index.ts'
import { visibleJson, visibleText } from '@deepseek-ai/dsh-host-kit'
import { openHost } from './host.ts'

const typesOf = (lines: string): readonly string[] => {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { type, event } = JSON.parse(line) as { type: string; event?: { type: string } }
      return event?.type ?? type
    })
}

describe('the JSON display', () => {
  it('tells everything on one stream, a refused line and the end of each turn among it', async () => {
    const host = await openHost(['one', { fails: new Error('no') }], { display: jsonDisplay })
    host.input.end(Buffer.from('first\n\xff\nsecond\n', 'latin1'))
    expect(await host.run()).toBe('failed')
    const lines = await host.answers
    expect(typesOf(lines).filter((type) => ['start', 'refusal', 'result', 'user/message'].includes(type))).toEqual([
      'start',
      'user/message',
      'result',
      'refusal',
      'user/message',
      'result',
    ])
    expect(lines).toContain('{"type":"refusal","line":2,"message":"not UTF-8, so it was not sent')
    expect(await host.notices).toBe('')
  })

  it('stays JSON of the same values on a terminal, without a raw control character [H4]', async () => {
    const answer = 'a\u009B2J\u202E\u{E0041}"\\\n\u001B'
    const host = await openHost([answer], { display: jsonDisplay, isTTY: true })
    host.input.end('first\n')
    await host.run()
    const lines = await host.answers
    expect(visibleText(lines)).toBe(lines)
    expect(JSON.parse(lines.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'result', answer })
    expect(JSON.parse(visibleJson(JSON.stringify({ [answer]: [answer] })))).toEqual({ [answer]: [answer] })
  })
})

describe('one prompt', () => {
  it('is one turn, shown the same way', async () => {
    const host = await openHost(['fine'])
    expect(await runPrompt(host.ctx, 'hello', host.options)).toBe('completed')
    host.output.end()
    expect(await host.answers).toBe('fine\n')
  })

  it('has failed when nobody takes the answer', async () => {
    const host = await openHost(['fine'], { isRead: false })
    host.output.on('error', () => {})
    host.output.destroy(new Error('write EPIPE'))
    expect(await runPrompt(host.ctx, 'hello', host.options)).toBe('failed')
  })
})
