import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type EndpointScript, skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'
import { eventsOf, start } from './started-stdio.ts'

describe('dsh stdio', () => {
  it('answers line by line while the input stays open, in one session; --resume goes on with it', async () => {
    const { stdin, stdoutHas, ended, endpoint, output, dshHome } = await start(
      (_body, _request, index) => `answer ${index}`,
    )
    stdin.write('first\n')
    await stdoutHas('answer 0\n')
    stdin.write('sec')
    stdin.write('ond\n\nthird')
    await stdoutHas('answer 1\n')
    stdin.end()
    expect(await ended).toBe(0)
    expect(output.stdout).toBe('answer 0\nanswer 1\nanswer 2\n')
    const userWords = endpoint.requests
      .at(-1)
      ?.body.messages.filter(({ role }) => role === 'user')
      .map(({ content }) => content?.split('</system-reminder>\n\n').at(-1))
    expect(userWords).toEqual(['first', 'second', 'third'])
    expect(endpoint.requests[0]?.body.model).toBe('m-1')

    const id = /go on with: dsh stdio --resume (\S+)\n/.exec(output.stderr)?.[1] ?? ''
    const again = await dsh(['stdio', '--resume', id], { env: { DSH_HOME: dshHome }, input: 'fourth\n' })
    expect(again).toMatchObject({ code: 0, stdout: 'answer 3\n' })
    expect(endpoint.requests.at(-1)?.body.messages.map(({ content }) => content)).toContain('answer 2')
    const events = eventsOf(dshHome)
    expect(events.filter(({ type }) => type === 'turn/end')).toHaveLength(4)
  })

  it.each(['22', '24'] as const)('answers offline on Node %s', async (node) => {
    const cwd = temporaryTree({
      '.git': { dir: true },
      '.dsh/skills/tea.md': skillText('tea', 'Brews tea.', 'Boil 水.'),
    })
    const { code, stdout } = await dsh(['stdio', '--offline', '--cwd', cwd], { node, input: 'brews tea\r\nbrews tea' })
    expect(code).toBe(0)
    expect(stdout.match(/Boil 水\./g)).toHaveLength(2)
  })

  it('goes on after a failed turn and after bad lines, and exits with 1', async () => {
    const { stdin, ended, output, endpoint } = await start([{ status: 500, body: 'no' }, 'fine'])
    stdin.write('first\n/skill:nothing-like-it\n')
    stdin.write(Buffer.from([0xc3, 0x28, 0x0a]))
    stdin.write('x'.repeat(16 * 1024 * 1024 + 1))
    stdin.end('\nlast')
    expect(await ended).toBe(1)
    expect(output.stdout).toBe('fine\n')
    expect(endpoint.requests).toHaveLength(2)
    for (const part of ['turn failed: ', 'line 2: ', 'line 3: not UTF-8', 'line 4: longer than 16 MiB']) {
      expect(output.stderr).toContain(part)
    }
  })

  it('refuses to read outside of the folder unless --allow-read', async () => {
    const outside = join(temporaryTree({ 'secret.txt': 'the secret' }), 'secret.txt')
    const read = async (args: readonly string[]): Promise<string> => {
      const { stdin, ended, endpoint } = await start(
        [{ toolCalls: [{ name: 'read', arguments: { path: outside } }] }, 'done'],
        { args },
      )
      stdin.end('go\n')
      expect(await ended).toBe(0)
      return endpoint.requests[1]?.bodyText ?? ''
    }
    expect(await read([])).not.toContain('the secret')
    expect(await read(['--allow-read'])).toContain('the secret')
  })

  it('loses nothing of large answers that are read slowly', async () => {
    const answers = ['a', 'b', 'c'].map((letter) => letter.repeat(700_000))
    const { child, stdin, ended, output } = await start(answers)
    child.stdout?.pause()
    stdin.end('1\n2\n3\n')
    await setTimeout(300)
    child.stdout?.resume()
    expect(await ended).toBe(0)
    expect(output.stdout).toBe(answers.map((answer) => `${answer}\n`).join(''))
  })

  it('ends with 0 and no turn when there is no input', async () => {
    const { stdin, ended, output, endpoint } = await start([])
    stdin.end()
    expect(await ended).toBe(0)
    expect(output.stdout).toBe('')
    expect(endpoint.requests).toEqual([])
  })

  it('reads a file as well, its last line without an end', async () => {
    const file = openSync(join(temporaryTree({ prompts: '\uFEFFfirst\r\n\r\nlast' }), 'prompts'), 'r')
    const { ended, output, endpoint } = await start(['one', 'two'], { stdio: [file, 'pipe', 'pipe'] })
    closeSync(file)
    expect(await ended).toBe(0)
    expect(output.stdout).toBe('one\ntwo\n')
    const words = endpoint.requests.map(({ body }) =>
      body.messages.at(-1)?.content?.split('</system-reminder>\n\n').at(-1),
    )
    expect(words).toEqual(['first', 'last'])
  })

  it('ends when nobody reads the answers any more, with a whole log and no stack trace', async () => {
    const { child, stdin, stdoutHas, ended, output, endpoint, dshHome } = await start(
      (_body, _request, index) => `answer ${index}`,
    )
    stdin.write('first\n')
    await stdoutHas('answer 0')
    const stdout: Readable | null = child.stdout
    stdout?.destroy()
    stdin.write('second\nthird\nfourth\n')
    expect(await ended).toBe(1)
    expect(endpoint.requests).toHaveLength(2)
    expect(output.stderr).toContain('go on with: dsh stdio --resume ')
    expect(output.stderr).not.toMatch(/\n\s+at /)
    expect(eventsOf(dshHome).at(-1)).toMatchObject({ type: 'turn/end', status: 'completed' })
  })

  it('says that the disk is full', async () => {
    const full = openSync('/dev/full', 'w')
    const { stdin, ended, output, dshHome } = await start(() => 'fine', { stdio: ['pipe', full, 'pipe'] })
    closeSync(full)
    stdin.write('first\nsecond\n')
    expect(await ended).toBe(1)
    expect(output.stderr).toContain('dsh: the output cannot be written: ENOSPC')
    expect(output.stderr).not.toMatch(/\n\s+at /)
    expect(eventsOf(dshHome).at(-1)).toMatchObject({ type: 'turn/end', status: 'completed' })
  })
})

describe('dsh stdio, interrupted', () => {
  const hangs: EndpointScript = (_body, _request, index) =>
    index === 0 ? { text: 'half', hangs: 'end' } : `answer ${index}`

  it('once in a turn: that turn is cancelled, the next line answered [H3]', async () => {
    const { child, stdin, stdoutHas, ended, output, endpoint, dshHome } = await start(hangs)
    stdin.write('first\n')
    await endpoint.requestsReached(1)
    child.kill('SIGINT')
    stdin.write('second\n')
    await stdoutHas('answer 1\n')
    stdin.end()
    expect(await ended).toBe(130)
    expect(output.stderr).toContain('turn cancelled')
    const ends = eventsOf(dshHome).filter((event) => event.type === 'turn/end')
    expect(ends.map(({ status }) => status)).toEqual(['cancelled', 'completed'])
  })

  it('twice: it ends, although lines are left [H3]', async () => {
    const { child, stdin, ended, endpoint, dshHome } = await start(() => ({ hangs: 'head' }))
    stdin.write('first\nsecond\nthird\n')
    await endpoint.requestsReached(1)
    child.kill('SIGINT')
    await endpoint.requestsReached(2)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(endpoint.requests).toHaveLength(2)
    expect(eventsOf(dshHome).at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
  })

  it('while it waits for a line: it ends [H3]', async () => {
    const { child, stdin, stdoutHas, ended } = await start(['fine'])
    stdin.write('first\n')
    await stdoutHas('fine\n')
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'by %s in a turn: it ends, the turn cancelled in the log [H3]',
    async (signal) => {
      const { child, stdin, ended, endpoint, dshHome } = await start(hangs)
      stdin.write('first\nsecond\n')
      await endpoint.requestsReached(1)
      child.kill(signal)
      expect(await ended).toBe(130)
      expect(endpoint.requests).toHaveLength(1)
      expect(eventsOf(dshHome).at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
    },
  )
})
