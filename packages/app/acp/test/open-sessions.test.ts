import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentContext } from '@agentclientprotocol/sdk'
import { scriptedModel, skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { OpenSessions } from '../src/open-sessions.ts'
import { Editor } from './editor.ts'
import { mount } from './mount.ts'

const params = (sessionId: string, cwd: string) => ({ sessionId, cwd, mcpServers: [] })

async function started(options: { readonly home?: string; readonly defaultCwd?: string } = {}): Promise<Editor> {
  const { home, defaultCwd } = options
  const editor = new Editor().start(
    await mount(
      scriptedModel(() => 'Fine.'),
      { ...(home !== undefined && { home }) },
    ),
    {
      ...(defaultCwd !== undefined && { defaultCwd }),
    },
  )
  await editor.initialize()
  return editor
}

describe('session/new', () => {
  it.each([
    [undefined, 'cwd, the folder to work in, is missing'],
    [null, 'cwd, the folder to work in, is missing'],
    [{}, 'cwd, the folder to work in, is missing'],
    [{ cwd: '' }, 'is missing'],
    [{ cwd: 5 }, 'cwd must be an absolute path'],
    [{ cwd: ['/'] }, 'cwd must be an absolute path'],
    [[{ cwd: '/' }], 'is missing'],
    [{ cwd: 'work' }, 'cwd must be an absolute path'],
    [{ cwd: './work' }, 'cwd must be an absolute path'],
    [{ cwd: '~/work' }, 'cwd must be an absolute path'],
    [{ cwd: 'file:///work' }, 'cwd must be an absolute path'],
    [{ cwd: '/\0' }, 'cwd must be an absolute path'],
    [{ cwd: '/no/such/folder' }, 'cwd names no folder: there is no /no/such/folder'],
    [{ cwd: '/etc/passwd' }, 'cwd is no folder: /etc/passwd'],
    [{ cwd: `/${'x'.repeat(100_000)}` }, 'ENAMETOOLONG'],
  ])('refuses %.60j, and the next request is answered', async (wrong, message) => {
    const editor = await started()
    editor.send({ jsonrpc: '2.0', id: 'a', method: 'session/new', params: wrong })
    expect((await editor.response('a')).error).toEqual({ code: -32602, message: expect.stringContaining(message) })
    expect(await editor.newSession(temporaryFolder())).toMatch(/^\d{8}T/)
  })

  it('takes the folder of the host where the client names none, but no relative one', async () => {
    const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/good.md': skillText('good') })
    const editor = await started({ defaultCwd: root })
    const { result } = await editor.request('session/new', {})
    expect(await editor.commands(String(result?.['sessionId']), 1)).toMatchObject([{ name: 'skill:good' }])
    expect((await editor.request('session/new', { cwd: 'work' })).error?.code).toBe(-32602)
  })

  it('gives each session the skills of its own folder [F48]', async () => {
    const editor = await started()
    const roots = ['one', 'two'].map((text) =>
      temporaryTree({ '.git': { dir: true }, '.dsh/skills/get-context.md': skillText('get-context', `From ${text}.`) }),
    )
    const sessions = await Promise.all(roots.map((root) => editor.newSession(`${root}/`)))
    const commands = await Promise.all(sessions.map((sessionId) => editor.commands(sessionId, 1)))
    expect(commands.map(([command]) => command?.description)).toEqual(['From one.', 'From two.'])
  })

  it('leaves the MCP servers of the editor alone, says so, and tells nobody what is in them [D6]', async () => {
    const home = temporaryFolder()
    const editor = await started({ home })
    const mcpServers = [{ name: 'x', command: 'x', args: ['canary-1'], env: [{ name: 'TOKEN', value: 'canary-2' }] }]
    const { result } = await editor.request('session/new', { cwd: temporaryFolder(), mcpServers })
    const sessionId = String(result?.['sessionId'])
    await editor.prompt(sessionId, 'Hello')
    expect(editor.warnings).toEqual([expect.stringContaining("the editor's MCP servers are left alone (1)")])
    const log = readFileSync(join(home, `.dsh/sessions/${sessionId}.jsonl`), 'utf8')
    expect(JSON.stringify([editor.warnings, editor.received]) + log).not.toContain('canary')
  })
})

describe('session/list', () => {
  it('has all sessions of a folder, or of all folders, the newest first, with how each began', async () => {
    const editor = await started()
    const list = async (wanted: object): Promise<unknown> => (await editor.request('session/list', wanted)).result
    expect(await list({})).toEqual({ sessions: [] })
    const [here, there] = [temporaryFolder(), temporaryFolder()]
    const first = await editor.newSession(here)
    await editor.prompt(first, 'Brew\n\u001B[2Jtea')
    await editor.request('session/close', { sessionId: first })
    const second = await editor.newSession(there)
    const begun = { sessionId: first, cwd: here, title: 'Brew \\u{1b}[2Jtea' }
    expect(await list({ cwd: null, cursor: null })).toEqual({ sessions: [begun] })
    await editor.prompt(second, 'And coffee')
    expect(await list({})).toEqual({ sessions: [{ sessionId: second, cwd: there, title: 'And coffee' }, begun] })
    expect(await list({ cwd: `${here}/.` })).toEqual({ sessions: [begun] })
    const link = join(temporaryTree({ link: { link: here } }), 'link')
    expect(await list({ cwd: link })).toEqual({ sessions: [begun] })
    expect((await editor.request('session/load', params(first, link))).result).toEqual({})
    expect(await list({ cwd: '/no/such/folder' })).toEqual({ sessions: [] })
  })

  it('refuses a folder that is not absolute, and a page that there is not', async () => {
    const editor = await started()
    for (const wrong of [{ cwd: 'x' }, { cwd: 7 }, { cursor: 'x' }]) {
      expect((await editor.request('session/list', wrong)).error).toMatchObject({ code: -32602 })
    }
  })
})

describe('session/load and session/resume', () => {
  it.each(['session/load', 'session/resume'])('%s refuses what it cannot open, in words', async (method) => {
    const home = temporaryFolder()
    const root = temporaryFolder()
    const editor = await started({ home })
    const sessionId = await editor.newSession(root)
    await editor.prompt(sessionId, 'Hello')
    const errorOf = async (wrong: object): Promise<unknown> => (await editor.request(method, wrong)).error
    expect(await errorOf({})).toMatchObject({ code: -32602 })
    expect(await errorOf(params('../../etc/passwd', root))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('session id'),
    })
    const unknown = '20200101T000000000Z-0000000000'
    expect(await errorOf(params(unknown, root))).toEqual({ code: -32002, message: `There is no session ${unknown}.` })
    expect(await errorOf(params(sessionId, root))).toMatchObject({
      code: -32600,
      message: expect.stringContaining('is open in this very process'),
    })
    await editor.request('session/close', { sessionId })
    expect(await errorOf(params(sessionId, '/'))).toEqual({
      code: -32602,
      message: `Invalid params: session ${sessionId} belongs to ${root}`,
    })
    expect(await errorOf(params(sessionId, 'x'))).toMatchObject({ code: -32602 })
    expect((await editor.request(method, params(sessionId, `${root}/./`))).result).toEqual({})
    await editor.request('session/close', { sessionId })
    const log = join(home, `.dsh/sessions/${sessionId}.jsonl`)
    writeFileSync(log, `${readFileSync(log, 'utf8')}{"seq":99}\n{}\n`)
    expect(await errorOf(params(sessionId, root))).toMatchObject({
      code: -32603,
      message: expect.stringContaining('cannot be read'),
    })
  })

  it('name a folder that is gone, and move the session to the one that is loaded from [G45]', async () => {
    const editor = await started()
    const root = temporaryFolder()
    const sessionId = await editor.newSession(root)
    await editor.prompt(sessionId, 'Hello')
    await editor.request('session/close', { sessionId })
    rmSync(root, { recursive: true })
    for (const method of ['session/load', 'session/resume']) {
      expect((await editor.request(method, params(sessionId, root))).error).toEqual({
        code: -32602,
        message: `Invalid params: The folder of session ${sessionId} is gone: ${root}. Load it from its new place.`,
      })
    }
    const moved = temporaryTree({ '.git': { dir: true }, '.dsh/skills/good.md': skillText('good') })
    expect((await editor.request('session/load', params(sessionId, moved))).result).toEqual({})
    expect(await editor.commands(sessionId, 2)).toMatchObject([{ name: 'skill:good' }])
    const { result } = await editor.request('session/list', { cwd: moved })
    expect(result?.['sessions']).toMatchObject([{ sessionId, cwd: moved }])
    await editor.request('session/close', { sessionId })
    expect((await editor.request('session/resume', params(sessionId, moved))).result).toEqual({})
  })
})

it.each(['session/prompt', 'session/close'])('%s of a session that is not open says which are', async (method) => {
  const editor = await started()
  const sessionId = await editor.newSession(temporaryFolder())
  await editor.request('session/close', { sessionId })
  for (const id of [sessionId, 'x', '__proto__']) {
    const { error } = await editor.request(method, { sessionId: id, prompt: [{ type: 'text', text: 'x' }] })
    expect(error).toMatchObject({
      code: -32002,
      data: { sessionId: id },
      message: expect.stringContaining('session/new'),
    })
  }
})

it.each([
  [undefined, 'no list'],
  [{}, 'no list'],
  [[], 'is empty'],
  [[{ type: 'text', text: ' \n' }], 'is empty'],
  [[{ type: 'text' }], 'prompt[0] is neither'],
  [[null], 'prompt[0] is neither'],
  [
    [
      { type: 'text', text: 'a' },
      { type: 'image', data: '', mimeType: 'image/png' },
    ],
    'prompt[1] is neither',
  ],
  [[{ type: 'resource_link', name: 'a' }], 'prompt[0] is neither'],
  [Array.from({ length: 1_000_000 }, () => 0), 'prompt[0] is neither'],
])('refuses the prompt %.40j', async (prompt, message) => {
  const editor = await started()
  const sessionId = await editor.newSession(temporaryFolder())
  const { error } = await editor.request('session/prompt', { sessionId, prompt })
  expect(error).toEqual({ code: -32602, message: expect.stringContaining(message) })
})

it('says what the system refuses, and goes on', async () => {
  const home = temporaryFolder()
  const editor = await started({ home })
  writeFileSync(join(home, '.dsh'), 'in the way')
  const { error } = await editor.request('session/new', { cwd: home, mcpServers: [] })
  expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('cannot be used') })
  rmSync(join(home, '.dsh'))
  expect(await editor.newSession(home)).toMatch(/^\d{8}T/)
})

it('opens none any more when all are closed', async () => {
  const ctx = await mount(scriptedModel([]))
  const model = { adapter: 'scripted', model: 'small' }
  const sessions = new OpenSessions({ ctx, model, isAlone: new AbortController().signal })
  await sessions.closeAll()
  const client = { client: {} as AgentContext, hasNotices: false }
  expect(() => sessions.create('/', client)).toThrow('coming to its end')
  expect(() => sessions.resume({ sessionId: 'x', cwd: '/', mcpServerCount: 0 }, client)).toThrow('coming to its end')
})
