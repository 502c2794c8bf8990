import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { LINE_MAX_BYTES } from '@deepseek-ai/dsh-host-kit'
import { requests } from '@deepseek-ai/dsh-session'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openHost } from './host.ts'

const prompts = (host: Awaited<ReturnType<typeof openHost>>): readonly string[] => {
  return host.model.requests.map(({ messages }) => messages.at(-1)?.content ?? '')
}

describe('a host for lines', () => {
  it('runs one turn for each line, in order, in one session, and leaves no agent', async () => {
    const host = await openHost((_request, index) => `answer ${index}`)
    host.input.end('first\n\n \t\r\n  second line \r\nthird')
    expect(await host.run()).toBe('completed')
    expect(await host.answers).toBe('answer 0\nanswer 1\nanswer 2\n')
    expect(prompts(host)).toEqual(['first', '  second line ', 'third'])
    expect(host.model.requests.at(-1)?.messages).toHaveLength(5)
    expect(await host.notices).toMatch(/^session \S+ in \/\nmodel small\n/)
    expect(await host.notices).toContain(`\ngo on with: again ${host.options.session.id}\n`)
    expect(host.ctx.agents.list()).toEqual([])
    expect(host.input.destroyed).toBe(true)
    expect(() => host.options.session.append({ type: 'turn/start' })).toThrow('closed')
  })

  it('completes an input without a line', async () => {
    const host = await openHost([])
    host.input.end('\n\n')
    expect(await host.run()).toBe('completed')
    expect(await host.answers).toBe('')
  })

  it('loses no line that comes in while a turn runs, whole or in pieces', async () => {
    const host = await openHost(async (_request, index) => {
      if (index === 0) for (const piece of ['sec', 'ond\nthi', 'rd\nfou']) host.input.write(piece)
      if (index === 2) host.input.end('rth')
      await setImmediate()
      return 'fine'
    })
    host.input.write('first\n')
    expect(await host.run()).toBe('completed')
    expect(prompts(host)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('goes on after a turn that failed, and tells in the end', async () => {
    const host = await openHost([{ text: 'half', fails: new Error('no luck') }, 'two'])
    host.input.end('first\nsecond\n')
    expect(await host.run()).toBe('failed')
    expect(await host.answers).toBe('two\n')
    expect(await host.notices).toMatch(/unfinished answer:\n {2}│ half\nturn failed: /)
  })

  it('refuses a line that cannot be a prompt with its number and what to do, and reads the next one', async () => {
    const host = await openHost((_request, index) => `answer ${index}`)
    host.input.write('/skill:tea now\n')
    host.input.write(Buffer.from([0x61, 0xff, 0x0a]))
    host.input.write(`${'x'.repeat(LINE_MAX_BYTES + 1)}\n`)
    host.input.write('\uFEFF  /skill:\n')
    host.input.end('tell me of /skill:tea\n')
    expect(await host.run()).toBe('failed')
    expect(await host.answers).toBe('answer 0\n')
    expect(prompts(host)).toEqual(['tell me of /skill:tea'])
    expect((await host.notices).match(/^line .*$/gm)).toEqual([
      'line 1: There is no skill "tea". There are no skills here.',
      'line 2: not UTF-8, so it was not sent (convert the input, for example with iconv)',
      'line 3: longer than 16 MiB, so it was not sent (put the text into a file and name the file)',
      'line 4: Write the name of a skill right after /skill:. There are no skills here.',
    ])
  })

  it('sends the largest line whole', async () => {
    const host = await openHost(['fine'])
    host.input.end(`${'x'.repeat(LINE_MAX_BYTES)}\n`)
    expect(await host.run()).toBe('completed')
    expect(prompts(host)[0]?.length).toBe(LINE_MAX_BYTES)
  })

  it.each([
    [[], 'refused'],
    [['other' as const], 'refused'],
    [['read' as const], 'allowed'],
  ])('lets %j go ahead: what asks to read is %s', async (allowedKinds, outcome) => {
    const host = await openHost([{ toolCalls: [{ name: 'ask', arguments: {} }] }, 'done'])
    host.ctx.tools.register({
      name: 'ask',
      description: 'Asks.',
      kind: 'read',
      input: z.strictObject({}),
      title: () => 'Ask',
      execute: async (_input, { requestPermission }) => {
        const isAllowed = await requestPermission({ kind: 'read', title: 'Read', target: '/x' })
        return { content: isAllowed ? 'allowed' : 'refused' }
      },
    })
    host.input.end('go\n')
    expect(await host.run({ allowedKinds })).toBe('completed')
    expect(prompts(host)[1]).toBe(outcome)
  })

  it('writes out the control characters of an answer, and on a terminal all that hides [H4] [G62]', async () => {
    const answer = 'a\u001B]52;c;eA==\u0007\u009B2J\u202Eb\tc\nd'
    const [terminal, pipe] = [await openHost([answer], { isTTY: true }), await openHost([answer])]
    for (const host of [terminal, pipe]) {
      host.input.end('\u001B[2J?\n')
      expect(await host.run()).toBe('completed')
      // oxlint-disable-next-line no-control-regex -- it is what must not be there
      expect(await host.notices).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
    }
    expect(await terminal.answers).toBe('a\\u{1b}]52;c;eA==\\u{7}\\u{9b}2J\\u{202e}b\tc\nd\n')
    expect(await pipe.answers).toBe('a\\u{1b}]52;c;eA==\\u{7}\\u{9b}2J\u202Eb\tc\nd\n')
  })

  it('starts no turn and reads no more before the last answer is taken', async () => {
    const host = await openHost((_request, index) => `a long answer ${index} ${'x'.repeat(100)}`, { isRead: false })
    const line = `${'y'.repeat(4000)}\n`
    const written = Array.from({ length: 100 }, () => host.input.write(line))
    const ended = host.run()
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    expect(host.model.requests).toHaveLength(1)
    expect(written.at(-1)).toBe(false)
    expect(host.input.readableLength + host.input.writableLength).toBeGreaterThan(0)
    host.output.resume()
    host.input.end()
    expect(await ended).toBe('completed')
    expect(host.model.requests).toHaveLength(100)
  })

  it('ends as failed when nobody takes the answers any more, with a whole log', async () => {
    const host = await openHost(() => 'fine', { isRead: false })
    host.output.on('error', () => {})
    host.input.write('first\nsecond\n')
    host.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    expect(await host.run()).toBe('failed')
    expect(host.model.requests).toHaveLength(1)
    expect(host.options.session.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'completed' })
    expect(host.input.destroyed).toBe(true)
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('rejects when the input cannot be read, and cleans up', async () => {
    const host = await openHost(() => 'fine')
    host.input.write('first\n')
    const ended = host.run()
    await once(host.errors, 'data')
    host.input.destroy(new Error('EISDIR'))
    await expect(ended).rejects.toThrow('the input cannot be read: EISDIR')
    expect(host.ctx.agents.list()).toEqual([])
  })

  it('leaves a log from which each request can be made again', async () => {
    const host = await openHost((_request, index) => `answer ${index}`)
    host.input.end('first\nsecond\n')
    await host.run()
    const rebuilt = [...requests(host.options.session.events)]
    expect(rebuilt).toEqual(host.model.requests)
  })
})
