import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { nodeBinaries, skillText, startEndpoint, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { type AcpChild, type AcpChildOptions, startAcp } from './child.ts'
import type { Wire } from './editor.ts'

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const initialize = line({ id: 0, method: 'initialize', params: { protocolVersion: 1 } })
const newSession = (id: number, cwd: string): string =>
  line({ id, method: 'session/new', params: { cwd, mcpServers: [] } })
const promptOf = (id: number, sessionId: string, text: string): string =>
  line({ id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text }] } })

const project = (): string =>
  temporaryTree({
    '.git': { dir: true },
    '.dsh/skills/good/SKILL.md': skillText('good', 'A good skill.', 'The body of the good skill.'),
  })

interface RawEditor extends AcpChild {
  send(text: string | Uint8Array): void
  /** What it wrote to stdout so far: each line is a message, or this throws. */
  messages(): readonly Wire[]
  /** The first message that fits, when it has come. */
  first(fits: (message: Wire) => boolean): Promise<Wire>
}

function startRaw(options: AcpChildOptions = {}): RawEditor {
  const child = startAcp(options)
  let stdout = ''
  child.process.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  const messages = (): readonly Wire[] =>
    stdout
      .slice(0, stdout.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((each) => each !== '')
      .map((each) => JSON.parse(each) as Wire)
  return {
    ...child,
    send: (text) => void child.process.stdin.write(text),
    messages,
    async first(fits) {
      await expect.poll(() => messages().some(fits)).toBe(true)
      return messages().find(fits) ?? { jsonrpc: 'none' }
    },
  }
}

async function openSession(editor: RawEditor, cwd: string): Promise<string> {
  editor.send(initialize + newSession(1, cwd))
  const { result } = await editor.first(({ id }) => id === 1)
  return String(result?.['sessionId'])
}

const kindsOf = (messages: readonly Wire[]): readonly string[] =>
  messages.map(({ id, method, params }) =>
    method === undefined ? `response ${id}` : (params?.update?.sessionUpdate ?? method),
  )

function logOf(home: string): readonly string[] {
  const folder = join(home, '.dsh/sessions')
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'))
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return lines.map((each) => (JSON.parse(each) as { type: string }).type)
}

describe('a transcript', () => {
  it('of one piece: the response, then the skills, then the skill that was asked for, and a clean end [F74] [F76]', async () => {
    const root = project()
    const editor = startRaw({ cwd: '/' })
    const sessionId = await openSession(editor, root)
    await editor.first(({ params }) => params?.update?.sessionUpdate === 'available_commands_update')
    expect(kindsOf(editor.messages())).toEqual(['response 0', 'response 1', 'available_commands_update'])
    editor.send(promptOf(2, sessionId, '/skill:good now') + promptOf(3, sessionId, '/skill:goood now'))
    expect((await editor.first(({ id }) => id === 3)).error).toMatchObject({ code: -32600 })
    expect((await editor.first(({ id }) => id === 2)).result).toEqual({ stopReason: 'end_turn' })
    expect(JSON.stringify(editor.messages())).toContain('The body of the good skill.')
    editor.send(promptOf(4, sessionId, '/skill:goood now'))
    expect((await editor.first(({ id }) => id === 4)).error).toMatchObject({ code: -32602 })
    editor.process.stdin.end()
    expect(await editor.exited).toEqual({ code: 0, signal: null })
    expect(editor.stderr()).toContain('offline responder (as asked)')
  })

  it('that is given as a whole, input ended, is answered as a whole [F74]', async () => {
    const editor = startRaw()
    editor.process.stdin.end(initialize + newSession(1, project()) + newSession(2, temporaryFolder()))
    expect(await editor.exited).toEqual({ code: 0, signal: null })
    const kinds = kindsOf(editor.messages())
    expect(kinds.toSorted()).toEqual([
      'available_commands_update',
      'available_commands_update',
      'response 0',
      'response 1',
      'response 2',
    ])
    expect(kinds[0]).toBe('response 0')
  })

  it('full of rubbish is answered line by line, nothing of it on stderr, and goes on [H1]', async () => {
    const editor = startRaw()
    editor.send('5\n"x"\nnull\n[]\n{}\n{"id":{}}\n{"id":"\\u001b[2J","result":1}\n\u0000\n')
    editor.send(Buffer.of(0xff, 0xfe, 0x0a))
    editor.send(`${JSON.stringify(Array.from({ length: 10_000 }, () => ({})))}\n`)
    await openSession(editor, temporaryFolder())
    const refused = editor.messages().filter(({ id, error }) => id === null && error)
    expect(refused.map(({ error }) => error?.code)).toEqual([
      -32600, -32600, -32600, -32600, -32600, -32700, -32700, -32600,
    ])
    expect(editor.stderr().trimEnd().split('\n')).toHaveLength(2)
  })

  it.each(['24', '22'] as const)(
    'of 64 MB without a line end is a clean end, the log whole, on Node %s [H1]',
    async (node) => {
      const home = temporaryFolder()
      const editor = startRaw({ home, node: nodeBinaries[node] })
      await openSession(editor, project())
      const piece = Buffer.alloc(1024 * 1024, 'x')
      for (let count = 0; count < 64; count += 1) editor.send(piece)
      expect(await editor.exited).toEqual({ code: 1, signal: null })
      expect(editor.messages().at(-1)).toMatchObject({ id: null, error: { code: -32600 } })
      expect(editor.stderr()).toContain('more than 16777216 bytes')
      expect(readdirSync(join(home, '.dsh/sessions'))).toEqual([]) // Nothing was said in it.
    },
  )
})

describe('an editor that goes away in a turn', () => {
  const hanging = async (home: string): Promise<RawEditor> => {
    const endpoint = await startEndpoint(() => ({ text: 'Half of it', hangs: 'end' }))
    const env = { DSH_API_KEY: 'none' }
    const editor = startRaw({ args: ['--model', 'm', '--base-url', endpoint.url], home, env })
    const sessionId = await openSession(editor, project())
    editor.send(promptOf(2, sessionId, 'Go'))
    await editor.first(({ params }) => JSON.stringify(params?.update ?? '').includes('Half of it'))
    return editor
  }
  const ENDED = ['assistant/message', 'turn/end']

  it('by closing its end of stdout: the turn is cancelled, the log whole [R10]', async () => {
    const home = temporaryFolder()
    const editor = await hanging(home)
    editor.process.stdout.destroy()
    editor.send('5\n6\n')
    expect(await editor.exited).toEqual({ code: 0, signal: null })
    expect(logOf(home).slice(-2)).toEqual(ENDED)
  })

  it('by closing stdin: the turn is cancelled soon after, the log whole [R10]', async () => {
    const home = temporaryFolder()
    const editor = await hanging(home)
    editor.process.stdin.end()
    expect(await editor.exited).toEqual({ code: 0, signal: null })
    expect(logOf(home).slice(-2)).toEqual(ENDED)
  })

  it.each([['SIGTERM'], ['SIGINT'], ['SIGHUP']] as const)(
    'by sending %s: the turn is cancelled, the log whole [R10]',
    async (signal) => {
      const home = temporaryFolder()
      const editor = await hanging(home)
      editor.process.kill(signal)
      expect(await editor.exited).toEqual({ code: 130, signal: null })
      expect(logOf(home).slice(-2)).toEqual(ENDED)
    },
  )
})

it('ends on SIGTERM also where the editor has stopped reading', async () => {
  const { process: child } = startAcp()
  const exit = once(child, 'exit')
  child.stdin.write('5\n'.repeat(20_000))
  child.stdout.on('readable', () => {}) // Takes a buffer full, and no more.
  await expect.poll(() => child.stdout.readableLength).toBeGreaterThan(0)
  await setTimeout(500) // Now the pipe is full, too.
  child.kill('SIGTERM')
  expect(await exit).toEqual([130, null])
})

it('tells no secret to stdout, stderr or the log [D6]', async () => {
  const home = temporaryFolder()
  const endpoint = await startEndpoint([
    { status: 401, body: { error: { message: 'bad key canary-key' } } },
    { text: 'Fine.' },
  ])
  const env = { DSH_API_KEY: 'canary-key', HTTP_TOKEN: 'canary-env' }
  const editor = startRaw({ args: ['--model', 'm', '--base-url', endpoint.url], home, env })
  const mcpServers = [{ name: 'x', command: 'x', args: ['canary-arg'], env: [{ name: 'T', value: 'canary-mcp' }] }]
  editor.send(initialize + line({ id: 1, method: 'session/new', params: { cwd: project(), mcpServers } }))
  const sessionId = String((await editor.first(({ id }) => id === 1)).result?.['sessionId'])
  editor.send(promptOf(2, sessionId, 'Go'))
  expect((await editor.first(({ id }) => id === 2)).error?.code).toBe(-32603)
  editor.send(promptOf(3, sessionId, 'Go'))
  expect((await editor.first(({ id }) => id === 3)).result).toEqual({ stopReason: 'end_turn' })
  expect(endpoint.requests[0]?.headers['authorization']).toBe('Bearer canary-key')
  editor.process.stdin.end()
  await editor.exited
  const log = readFileSync(join(home, `.dsh/sessions/${sessionId}.jsonl`), 'utf8')
  expect(JSON.stringify(editor.messages()) + editor.stderr() + log).not.toContain('canary')
})
