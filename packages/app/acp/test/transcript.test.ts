import { join } from 'node:path'
import { scriptedModel, skillText, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { Editor, textOf } from './editor.ts'
import { mount } from './mount.ts'

const project = (): string =>
  temporaryTree({ '.git': { dir: true }, '.dsh/skills/good/SKILL.md': skillText('good'), 'a.txt': 'A text.\n' })

const params = (sessionId: string, cwd: string) => ({ sessionId, cwd, mcpServers: [] })

it('shows a loaded conversation as it was: the same words, calls and ids, a skill line as typed', async () => {
  const home = temporaryFolder()
  const root = project()
  const ctx = await mount(
    scriptedModel([
      { reasoning: 'Hm.', text: 'I look.', toolCalls: [{ name: 'read', arguments: { path: 'a.txt' } }] },
      'Done.',
      { toolCalls: [{ name: 'no-such-tool', arguments: 'no JSON' }] },
      'Done again.',
    ]),
    { home },
  )
  const editor = new Editor().start(ctx)
  await editor.initialize()
  const sessionId = await editor.newSession(root, { isFirst: false })
  await editor.prompt(sessionId, 'First words')
  await editor.prompt(sessionId, '/skill:good with these words')
  const live = editor.updates(sessionId)
  await editor.request('session/close', { sessionId })

  const from = editor.updates(sessionId).length
  const { result } = await editor.request('session/load', params(sessionId, root))
  expect(result).toEqual({})
  const replayed = editor.updates(sessionId).slice(from)
  const users = replayed.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')
  expect(users.map((update) => update['content'])).toEqual([
    { type: 'text', text: 'First words' },
    { type: 'text', text: '/skill:good with these words' },
  ])
  expect(new Set(users.map((update) => update['messageId'])).size).toBe(2)
  expect(replayed.filter((update) => !users.includes(update))).toEqual(
    live.filter((update) => update['status'] !== 'in_progress'),
  )
  expect(replayed.indexOf(users[0] ?? live[0]!)).toBe(0)
})

it('shows nothing of a loaded conversation to a client that resumes it', async () => {
  const root = project()
  const editor = new Editor().start(await mount(scriptedModel(['One.', 'Two.'])))
  await editor.initialize()
  const sessionId = await editor.newSession(root)
  await editor.prompt(sessionId, 'Words')
  await editor.request('session/close', { sessionId })
  const from = editor.updates(sessionId).length
  expect((await editor.request('session/resume', params(sessionId, root))).result).toEqual({})
  expect(editor.updates(sessionId).slice(from)).toEqual([])
  expect((await editor.prompt(sessionId, 'More')).result).toEqual({ stopReason: 'end_turn' })
  expect(textOf(editor.updates(sessionId).slice(from))).toBe('Two.')
})

it('goes on with the skills of today, and earlier requests stay as they were [F54]', async () => {
  const root = project()
  const model = scriptedModel(() => 'Fine.')
  const editor = new Editor().start(await mount(model))
  await editor.initialize()
  const sessionId = await editor.newSession(root)
  await editor.prompt(sessionId, 'Hello')
  await editor.request('session/close', { sessionId })
  const hidden = '---\nname: good\ndescription: Good.\ndisableModelInvocation: true\n---\n\nDo it.\n'
  writeTree(root, { '.dsh/skills/good/SKILL.md': hidden, '.dsh/skills/fresh/SKILL.md': skillText('fresh') })
  await editor.request('session/load', params(sessionId, root))
  expect(await editor.commands(sessionId, 2)).toMatchObject([
    { name: 'skill:fresh' },
    { name: 'skill:good', description: '(yours alone) Good.' },
  ])
  await editor.prompt(sessionId, 'Hello')
  const catalogs = model.requests.map(({ messages }) => messages[0]?.content ?? '')
  expect(catalogs.map((text) => [text.includes('`good`'), text.includes('`fresh`')])).toEqual([
    [true, false],
    [false, true],
  ])
})

it('tells of a turn that was interrupted, and why another failed', async () => {
  const root = project()
  const model = scriptedModel([
    { text: 'Half', fails: new Error('x') },
    { text: 'Half again', hangs: true },
  ])
  const ctx = await mount(model)
  const editor = new Editor().start(ctx)
  await editor.initialize()
  const sessionId = await editor.newSession(root)
  await editor.prompt(sessionId, 'Hello')
  void editor.prompt(sessionId, 'Hello again')
  await editor.first((message) => JSON.stringify(message).includes('Half again'))
  await editor.request('session/close', { sessionId })
  const from = editor.updates(sessionId).length
  await editor.request('session/load', params(sessionId, root))
  const texts = editor
    .updates(sessionId)
    .slice(from)
    .map((update) => (update['content'] as { readonly text: string }).text)
  expect(texts).toEqual(['Hello', 'Half', expect.stringContaining('The turn failed'), 'Hello again', 'Half again'])
})

it('announces every call before its result, also those that a cancel came before', async () => {
  const path = join(temporaryTree({ 'x.txt': 'x' }), 'x.txt')
  const read = { name: 'read', arguments: { path } }
  const editor = new Editor().start(await mount(scriptedModel([{ toolCalls: [read, read, read] }])))
  editor.answer = () => undefined
  await editor.initialize()
  const sessionId = await editor.newSession(project())
  const turn = editor.prompt(sessionId, 'Go')
  await editor.first(({ method }) => method === 'session/request_permission')
  editor.notify('session/cancel', { sessionId })
  expect((await turn).result).toEqual({ stopReason: 'cancelled' })
  const announced = editor.updates(sessionId, 'tool_call').map((update) => update['toolCallId'])
  const failed = editor.updates(sessionId, 'tool_call_update').filter(({ status }) => status === 'failed')
  expect(failed.map((update) => update['toolCallId'])).toEqual(announced)
  expect(announced).toHaveLength(3)
})

it('keeps what it is told of tools, models and files inside of its lines', async () => {
  const nasty = '\u001b[2J\u0000"}\n{"jsonrpc":"2.0"}\r\u2028\uD800'
  const editor = new Editor().start(
    await mount(
      scriptedModel([
        { reasoning: nasty, text: nasty, toolCalls: [{ name: nasty, arguments: nasty, id: nasty }] },
        nasty,
      ]),
    ),
  )
  await editor.initialize()
  const sessionId = await editor.newSession(project(), { isFirst: false })
  expect((await editor.prompt(sessionId, nasty)).result).toEqual({ stopReason: 'end_turn' })
  const [call] = editor.updates(sessionId, 'tool_call')
  const title = String.raw`\u{1b}[2J\u{0}"}\u{a}{"jsonrpc":"2.0"}\u{d}\u{2028}\u{d800}`
  expect(call?.['title']).toBe(`\`${title}\``)
  expect(textOf(editor.updates(sessionId))).toBe(nasty.toWellFormed() + nasty.toWellFormed())
})
