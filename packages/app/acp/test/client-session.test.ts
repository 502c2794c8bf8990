import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '@deepseek-ai/dsh-llm'
import { scriptedModel, skillText, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { Editor, textOf, type Wire } from './editor.ts'
import { mount } from './mount.ts'

const project = (): string =>
  temporaryTree({
    '.git': { dir: true },
    '.dsh/skills/good/SKILL.md': skillText('good', 'A good skill.', 'Do it with $1 and $ARGUMENTS.'),
    '.dsh/skills/good/notes.md': 'Notes of the skill.\n',
  })

async function editorOver(
  script: Parameters<typeof scriptedModel>[0],
  options: { readonly capabilities?: object; readonly agent?: object } = {},
) {
  const model = scriptedModel(script)
  const ctx = await mount(model, { agent: options.agent ?? {} })
  const editor = new Editor().start(ctx)
  await editor.initialize(options.capabilities)
  const root = project()
  return { editor, model, ctx, root, sessionId: await editor.newSession(root, { isFirst: false }) }
}

const lastUser = (request: ModelRequest | undefined): string =>
  request?.messages.findLast(({ role }) => role === 'user')?.content ?? ''

const load = (name: string, id?: string) => ({ name: 'skill', arguments: { name }, ...(id !== undefined && { id }) })

describe('a turn', () => {
  it('streams thoughts, words and calls, each whole and in order, and ends with its reason', async () => {
    const { editor, sessionId, root } = await editorOver([
      { reasoning: 'Which one?', text: ['Let', ' me'], toolCalls: [load('good'), load('bad')] },
      { text: 'Done.' },
    ])
    expect((await editor.prompt(sessionId, 'Go')).result).toEqual({ stopReason: 'end_turn' })
    const updates = editor.updates(sessionId)
    const first = updates[0]?.['messageId']
    const text = (value: string) => ({ type: 'text', text: value })
    const [one, two] = updates
      .filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')
      .map((each) => each['toolCallId'])
    expect(updates).toEqual([
      { sessionUpdate: 'agent_thought_chunk', messageId: first, content: text('Which one?') },
      { sessionUpdate: 'agent_message_chunk', messageId: updates[1]?.['messageId'], content: text('Let') },
      { sessionUpdate: 'agent_message_chunk', messageId: updates[1]?.['messageId'], content: text(' me') },
      {
        sessionUpdate: 'tool_call',
        toolCallId: one,
        name: 'skill',
        title: 'Load skill good',
        kind: 'read',
        status: 'pending',
        locations: [],
      },
      expect.objectContaining({ sessionUpdate: 'tool_call', toolCallId: two, title: 'Load skill bad' }),
      { sessionUpdate: 'tool_call_update', toolCallId: one, status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: one,
        status: 'completed',
        content: [{ type: 'content', content: text(expect.stringContaining(`${root}/.dsh/skills/good`)) }],
      },
      { sessionUpdate: 'tool_call_update', toolCallId: two, status: 'in_progress' },
      expect.objectContaining({ sessionUpdate: 'tool_call_update', toolCallId: two, status: 'failed' }),
      { sessionUpdate: 'agent_message_chunk', messageId: updates.at(-1)?.['messageId'], content: text('Done.') },
    ])
    expect(one).not.toBe(two)
    expect(new Set(updates.flatMap((update) => update['messageId'] ?? [])).size).toBe(3)
  })

  it('gives each call an id of its own where the model uses one twice', async () => {
    const step = { toolCalls: [load('good', 'call_0')] }
    const { editor, sessionId } = await editorOver([step, step, 'Done.'])
    await editor.prompt(sessionId, 'Go')
    const calls = editor.updates(sessionId, 'tool_call').map((update) => update['toolCallId'])
    expect(new Set(calls).size).toBe(2)
    const results = editor.updates(sessionId, 'tool_call_update').filter(({ status }) => status === 'completed')
    expect(results.map((update) => update['toolCallId'])).toEqual(calls)
  })

  it('names the file that a call is about', async () => {
    const { editor, sessionId, root } = await editorOver([
      { toolCalls: [{ name: 'read', arguments: { path: 'a.txt', limit: 3 } }] },
      'Done.',
    ])
    writeTree(root, { 'a.txt': 'text\n' })
    await editor.prompt(sessionId, 'Go')
    expect(editor.updates(sessionId, 'tool_call')).toMatchObject([
      { title: 'Read a.txt, lines 1 to 3', kind: 'read', locations: [{ path: join(root, 'a.txt') }] },
    ])
  })

  it('shows a skill anew at each load, as it lies on the disk [F63]', async () => {
    const step = { toolCalls: [load('good')] }
    const { editor, sessionId, root } = await editorOver([step, step, 'Done.', step, 'Done.'])
    await editor.prompt(sessionId, 'Go')
    writeFileSync(join(root, '.dsh/skills/good/SKILL.md'), skillText('good', 'A good skill.', 'Another body.'))
    await editor.prompt(sessionId, 'Go')
    const results = editor.updates(sessionId, 'tool_call_update').filter(({ status }) => status === 'completed')
    const bodies = results.map(
      (update) => /<skill_instructions>\n(.*)\n/.exec(JSON.stringify(update).replaceAll('\\n', '\n'))?.[1],
    )
    expect(bodies).toEqual(['Do it with $1 and $ARGUMENTS.', 'Do it with $1 and $ARGUMENTS.', 'Another body.'])
  })

  it('has its catalog in each request once, the same bytes until the session is loaded again [F61]', async () => {
    const { editor, model, sessionId, root } = await editorOver(() => 'Fine.')
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await editor.prompt(sessionId, `Turn ${turn}`)
    }
    await turns()
    await editor.request('session/close', { sessionId })
    writeTree(root, { '.dsh/skills/new/SKILL.md': skillText('new') })
    await editor.request('session/load', { sessionId, cwd: root, mcpServers: [] })
    await turns()
    const catalogs = model.requests.map(({ messages }) =>
      messages.map(({ content }) => content).filter((content) => content.includes('<available_skills>')),
    )
    for (const found of catalogs) expect(found).toHaveLength(1)
    expect(new Set(catalogs.slice(0, 5).flat()).size).toBe(1)
    expect(new Set(catalogs.slice(5).flat()).size).toBe(1)
    expect(catalogs[5]?.[0]).toContain('`new`')
    expect(catalogs[4]?.[0]).not.toContain('`new`')
  })

  it.each([
    [{ text: 'Half', finish: 'length' as const }, 'the answer ends early'],
    [{ finish: 'length' as const }, 'before it said anything'],
    [{ toolCalls: [load('good')], finish: 'length' as const }, 'Its tool calls were not run'],
  ])('that reaches the output limit with %j has the reason max_tokens, and tells it [G11]', async (answer, says) => {
    const options = { capabilities: { session: { notices: {} } } }
    const { editor, sessionId } = await editorOver([answer, { fails: new Error('broken') }], options)
    expect((await editor.prompt(sessionId, 'Go')).result).toEqual({ stopReason: 'max_tokens' })
    expect(editor.updates(sessionId, 'notice')).toMatchObject([{ title: expect.stringContaining(says) }])
    expect((await editor.prompt(sessionId, 'Go')).error).toMatchObject({ code: -32603 })
  })

  it('that a content filter cuts is an error with its reason [G11]', async () => {
    const { editor, sessionId } = await editorOver([{ text: 'Half', finish: 'content-filter' }])
    const { error } = await editor.prompt(sessionId, 'Go')
    expect(error).toEqual({ code: -32603, message: expect.stringContaining('withheld a part of the answer') })
  })

  it('that makes too many requests says so, and the next one goes on', async () => {
    const options = { agent: { maxStepsPerTurn: 2 }, capabilities: { session: { notices: {} } } }
    const step = { toolCalls: [load('good')] }
    const { editor, sessionId } = await editorOver([step, step, 'On it.'], options)
    expect((await editor.prompt(sessionId, 'Go')).result).toEqual({ stopReason: 'max_turn_requests' })
    expect(editor.updates(sessionId, 'notice')).toMatchObject([{ title: expect.stringContaining('maxStepsPerTurn') }])
    expect((await editor.prompt(sessionId, 'Go on')).result).toEqual({ stopReason: 'end_turn' })
  })

  it('that fails is an error with its reason, and the next one works', async () => {
    const { editor, sessionId } = await editorOver([{ text: 'Half', fails: new Error('secret-canary') }, 'Fine.'])
    const { error } = await editor.prompt(sessionId, 'Go')
    expect(error).toEqual({ code: -32603, message: expect.stringContaining('a fault in a program (Error)') })
    expect((await editor.prompt(sessionId, 'Again')).result).toEqual({ stopReason: 'end_turn' })
    expect(JSON.stringify(editor.received)).not.toContain('secret-canary')
  })

  it('is the only one of its session; another session has its own', async () => {
    const { editor, sessionId, root } = await editorOver((request) => {
      return lastUser(request) === 'wait' ? { text: 'One', hangs: true } : 'Two'
    })
    const first = editor.prompt(sessionId, 'wait')
    const { error } = await editor.prompt(sessionId, 'Another')
    expect(error).toEqual({ code: -32600, message: expect.stringContaining('works on a prompt already') })
    const other = await editor.newSession(root)
    expect((await editor.prompt(other, 'Go')).result).toEqual({ stopReason: 'end_turn' })
    editor.notify('session/cancel', { sessionId })
    expect((await first).result).toEqual({ stopReason: 'cancelled' })
    expect((await editor.prompt(sessionId, 'Go')).result).toEqual({ stopReason: 'end_turn' })
  })

  it('holds half a character back until the other half comes', async () => {
    const { editor, sessionId } = await editorOver([{ text: ['a\uD83D', '\uDE00b\uD83D'] }])
    await editor.prompt(sessionId, 'Go')
    const texts = editor.updates(sessionId).map((update) => (update['content'] as { readonly text: string }).text)
    expect(texts).toEqual(['a', '😀b', '\uFFFD'])
  })
})

describe('a prompt that starts with /skill:', () => {
  it('sends the skill and the words as typed [F76]', async () => {
    const { editor, model, sessionId, root } = await editorOver(['Done.'])
    const words = 'fix $1 & the "login" page\nsecond line'
    expect((await editor.prompt(sessionId, `/skill:good ${words}`)).result).toEqual({ stopReason: 'end_turn' })
    const sent = lastUser(model.requests[0])
    expect(sent).toContain('Do it with $1 and $ARGUMENTS.')
    expect(sent).toContain(join(root, '.dsh/skills/good'))
    expect(sent.endsWith(`\n\n${words}`)).toBe(true)
  })

  it('starts a skill that the model does not see, which the tool refuses [F72]', async () => {
    const { editor, model, sessionId, root } = await editorOver(['Done.', { toolCalls: [load('secret')] }, 'No.'])
    const secret = '---\nname: secret\ndescription: Hidden.\ndisableModelInvocation: true\n---\n\nThe hidden body.\n'
    writeTree(root, { '.dsh/skills/secret/SKILL.md': secret, '.dsh/skills/secret-2/SKILL.md': skillText('secret-2') })
    await editor.prompt(sessionId, '/skill:secret')
    expect(lastUser(model.requests[0])).toContain('The hidden body.')
    expect(JSON.stringify(model.requests[0]?.messages.slice(0, -1))).not.toContain('`secret`')
    await editor.prompt(sessionId, 'Load it yourself')
    const failed = editor.updates(sessionId, 'tool_call_update').filter(({ status }) => status === 'failed')
    expect(failed).toHaveLength(1)
    expect(JSON.stringify(failed)).not.toContain('hidden body')
  })

  it.each([
    ['/skill:goood x', 'Did you mean /skill:good?'],
    ['/skill:Good', 'Did you mean /skill:good?'],
    ['/skill: good', '/skill:good'],
    ['/skill:good,', 'Did you mean /skill:good?'],
    ['/skill:', '/skill:good'],
    ['  /skill:nothing-like-it', 'There is no skill "nothing-like-it".'],
    [`/skill:${'x'.repeat(1_000_000)}`, 'There is'],
    ['/skill:../../etc/passwd', 'the name of a skill'],
    ['/skill:\u001b[2J', 'the name of a skill'],
  ])('and no skill is an error that helps, and never reaches the model: %.40s [F76]', async (line, message) => {
    const { editor, model, sessionId } = await editorOver(() => 'Never.')
    const { error } = await editor.prompt(sessionId, line)
    expect(error?.code).toBe(-32602)
    expect(error?.message.toLowerCase()).toContain(message.toLowerCase())
    expect(error?.message.length).toBeLessThan(1000)
    expect(model.requests).toEqual([])
    expect((await editor.prompt(sessionId, 'please /skill:good')).result).toEqual({ stopReason: 'end_turn' })
    expect(lastUser(model.requests[0])).toBe('please /skill:good')
  })

  it('starts a skill that came after the session, and tells of one that has gone [F51]', async () => {
    const { editor, sessionId, root } = await editorOver(() => 'Fine.')
    writeTree(root, { '.dsh/skills/fresh.md': skillText('fresh') })
    expect((await editor.prompt(sessionId, '/skill:fresh')).result).toEqual({ stopReason: 'end_turn' })
    writeTree(root, { '.dsh/skills/fresh.md': 'no header any more' })
    expect((await editor.prompt(sessionId, '/skill:fresh')).error?.code).toBe(-32602)
  })
})

describe('a question', () => {
  const outside = (): string => join(temporaryTree({ 'note.txt': 'A note.\n' }), 'note.txt')
  const script = (path: string) => [{ toolCalls: [{ name: 'read', arguments: { path } }] }, 'Done.']

  it('is put for a read outside, with the call, and answered by yes', async () => {
    const path = outside()
    const { editor, sessionId } = await editorOver(script(path))
    const questions: Wire[] = []
    editor.answer = (question) => {
      questions.push(question)
      return { result: { outcome: { outcome: 'selected', optionId: 'once' } } }
    }
    await editor.prompt(sessionId, 'Go')
    const [call] = editor.updates(sessionId, 'tool_call')
    expect(questions.map(({ method, params }) => ({ method, params }))).toEqual([
      {
        method: 'session/request_permission',
        params: {
          sessionId,
          toolCall: {
            toolCallId: call?.['toolCallId'],
            title: `Read ${path}`,
            kind: 'read',
            status: 'pending',
            locations: [{ path }],
            content: [{ type: 'content', content: { type: 'text', text: `\`\`\`\n${path}\n\`\`\`` } }],
          },
          options: [
            { optionId: 'once', name: 'Allow this once', kind: 'allow_once' },
            { optionId: 'session', name: 'Allow this in the whole session', kind: 'allow_always' },
            { optionId: 'refused', name: 'Refuse', kind: 'reject_once' },
          ],
        },
      },
    ])
    expect(editor.updates(sessionId, 'tool_call_update').at(-1)).toMatchObject({ status: 'completed' })
  })

  it.each([
    { result: { outcome: { outcome: 'selected', optionId: 'refused' } } },
    { result: { outcome: { outcome: 'selected', optionId: 'ONCE' } } },
    { result: { outcome: { outcome: 'cancelled' } } },
    { result: { outcome: { outcome: 'once', optionId: 'once' } } },
    { result: { outcome: 'selected', optionId: 'once' } },
    { result: null },
    { result: true },
    { error: { code: -32601, message: 'Method not found' } },
    { error: 'no' },
    { result: {}, error: {} },
    {},
  ])('that is answered by %j is refused', async (answer) => {
    const { editor, sessionId } = await editorOver(script(outside()))
    editor.answer = () => answer
    expect((await editor.prompt(sessionId, 'Go')).result).toEqual({ stopReason: 'end_turn' })
    expect(editor.updates(sessionId, 'tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
  })

  it('is not put for a file of a skill that was loaded, by the model or by the user', async () => {
    const home = temporaryFolder()
    writeTree(home, { '.dsh/skills/far/SKILL.md': skillText('far'), '.dsh/skills/far/a.md': 'Far away.\n' })
    const read = { toolCalls: [{ name: 'read', arguments: { path: join(home, '.dsh/skills/far/a.md') } }] }
    const ctx = await mount(scriptedModel([read, 'Done.', read, 'Done.']), { home })
    const editor = new Editor().start(ctx)
    await editor.initialize()
    const sessionId = await editor.newSession(project())
    await editor.prompt(sessionId, 'Go')
    expect(editor.updates(sessionId, 'tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
    await editor.prompt(sessionId, '/skill:far')
    expect(editor.updates(sessionId, 'tool_call_update').at(-1)).toMatchObject({ status: 'completed' })
    expect(editor.received.filter(({ method }) => method === 'session/request_permission')).toHaveLength(1)
  })

  it('that nobody answers ends with a cancel, and the client hears that it is off', async () => {
    const { editor, sessionId, root } = await editorOver([...script(outside()), 'Fine.'])
    editor.answer = () => undefined
    const turn = editor.prompt(sessionId, 'Go')
    const question = await editor.first(({ method }) => method === 'session/request_permission')
    editor.notify('session/cancel', { sessionId })
    expect((await turn).result).toEqual({ stopReason: 'cancelled' })
    await editor.first(({ method, params }) => method === '$/cancel_request' && params?.['requestId'] === question.id)
    editor.send({ jsonrpc: '2.0', id: question.id, result: { outcome: { outcome: 'cancelled' } } })
    expect((await editor.request('session/new', { cwd: root, mcpServers: [] })).result).toBeDefined()
  })

  it('is put for every command, which stands there line by line, and is run on a yes', async () => {
    const command = 'echo one\necho "\u202Etwo"'
    const bash = { toolCalls: [{ name: 'bash', arguments: { command } }] }
    const { editor, sessionId } = await editorOver([bash, bash, 'Done.'])
    const answers = ['refused', 'once']
    editor.answer = () => ({ result: { outcome: { outcome: 'selected', optionId: answers.shift() } } })
    await editor.prompt(sessionId, 'Go')
    const question = await editor.first(({ method }) => method === 'session/request_permission')
    const text = '```\necho one\necho "\\u{202e}two"\n```'
    expect(question.params?.['toolCall']).toMatchObject({
      kind: 'execute',
      locations: [],
      content: [{ type: 'content', content: { type: 'text', text } }],
    })
    const [refused, allowed] = editor.updates(sessionId, 'tool_call_update').filter(({ content }) => content)
    expect([refused?.['status'], allowed?.['status']]).toEqual(['failed', 'completed'])
    expect(JSON.stringify(allowed)).toContain('one\\n')
  })

  it('shows what runs letter for letter where text is drawn as Markdown, in title, question and result [G03]', async () => {
    const command = "echo '```' # <!--\ntouch made-it\n# -->"
    const { editor, root, sessionId } = await editorOver([
      { toolCalls: [{ name: 'bash', arguments: { command } }] },
      'Done.',
    ])
    editor.answer = () => ({ result: { outcome: { outcome: 'selected', optionId: 'once' } } })
    await editor.prompt(sessionId, 'Go')
    const question = await editor.first(({ method }) => method === 'session/request_permission')
    expect(question.params?.['toolCall']).toMatchObject({
      title: "````Run echo '```' # <!--\\u{a}touch made-it\\u{a}# -->````",
      content: [{ type: 'content', content: { type: 'text', text: `\`\`\`\`\n${command}\n\`\`\`\`` } }],
    })
    const result = editor.updates(sessionId, 'tool_call_update').find(({ content }) => content)
    const shown = expect.stringMatching(/^````\n[^]*```\n[^]*\n````$/)
    expect(result?.['content']).toEqual([{ type: 'content', content: { type: 'text', text: shown } }])
    expect(existsSync(join(root, 'made-it'))).toBe(true)
  })

  it('shows nothing that hides in a path', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a\u202Eb\u001b[2J\nc')
    writeFileSync(path, 'x')
    const { editor, sessionId } = await editorOver(script(path))
    await editor.prompt(sessionId, 'Go')
    const question = await editor.first(({ method }) => method === 'session/request_permission')
    const call = question.params?.['toolCall'] as { readonly title: string; readonly content: unknown } | undefined
    expect(call?.title).toContain(String.raw`a\u{202e}b\u{1b}[2J\u{a}c`)
    expect(JSON.stringify(call?.content)).not.toMatch(/\u202E|\\u001b/)
  })
})

it('puts the words of a prompt into the log once, whatever blocks they come in', async () => {
  const { editor, model, sessionId } = await editorOver(['Fine.'])
  const prompt = [
    { type: 'text', text: 'Look at' },
    { type: 'resource_link', name: 'main.py', uri: 'file:///x/main.py' },
    { type: 'text', text: ' please.' },
    { type: 'text', text: 'Now.' },
  ]
  await editor.request('session/prompt', { sessionId, prompt })
  expect(lastUser(model.requests[0])).toBe('Look at [main.py](/x/main.py) please.\nNow.')
  expect(textOf(editor.updates(sessionId))).toBe('Fine.')
})
