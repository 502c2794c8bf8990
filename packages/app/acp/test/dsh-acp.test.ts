import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { type AvailableCommand, client, methods, ndJsonStream, type SessionUpdate } from '@agentclientprotocol/sdk'
import {
  type ChatMessage,
  startEndpoint,
  skillText,
  temporaryFolder,
  temporaryTree,
  writeTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { type AcpChildOptions, startAcp } from './child.ts'
import { connected } from './connected.ts'

const commandsIn = (updates: readonly SessionUpdate[]): readonly (readonly AvailableCommand[])[] =>
  updates.flatMap((update) => (update.sessionUpdate === 'available_commands_update' ? [update.availableCommands] : []))

const text = (words: string) => [{ type: 'text' as const, text: words }]

const lastOf = (messages: readonly ChatMessage[]): ChatMessage | undefined => messages.at(-1)

it('serves an editor from the first skill to a session that another process goes on with [F51] [F54] [F76]', async () => {
  const home = temporaryFolder()
  const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.') })
  const outside = join(temporaryTree({ 'note.txt': 'The note.\n' }), 'note.txt')
  const endpoint = await startEndpoint(({ messages }) => {
    const last = lastOf(messages)
    if (last?.content?.endsWith('wait')) return { text: 'Wait', hangs: 'end' }
    if (last?.role !== 'user' || last.content?.includes('<skill_content')) return { text: ['An', 'swer'] }
    return {
      toolCalls: [
        { name: 'skill', arguments: { name: 'tea' } },
        { name: 'read', arguments: { path: outside } },
      ],
    }
  })
  const options: AcpChildOptions = {
    args: ['--model', 'm', '--base-url', endpoint.url],
    home,
    env: { DSH_API_KEY: 'canary-key' },
  }
  const sessionId = await connected(options, async ({ agent, child, updates, questions }) => {
    const session = await agent.request(methods.agent.session.new, { cwd: root, mcpServers: [] })
    const { sessionId: id } = session
    await expect.poll(() => commandsIn(updates)).toHaveLength(1)
    expect(commandsIn(updates)[0]).toMatchObject([{ name: 'skill:tea', description: 'Brews tea.' }])
    const prompt = (words: string) =>
      agent.request(methods.agent.session.prompt, { sessionId: id, prompt: text(words) })

    expect(await prompt('Go')).toEqual({ stopReason: 'end_turn' })
    expect(questions).toMatchObject([{ sessionId: id, toolCall: { title: `Read ${outside}`, kind: 'read' } }])
    const done = updates.filter(
      (update) => update.sessionUpdate === 'tool_call_update' && update.status === 'completed',
    )
    expect(JSON.stringify(done)).toContain('The note.')

    writeTree(root, { '.dsh/skills/new/SKILL.md': skillText('new', 'New.') })
    expect(await prompt('/skill:new now')).toEqual({ stopReason: 'end_turn' })
    expect(commandsIn(updates).at(-1)).toMatchObject([{ name: 'skill:new' }, { name: 'skill:tea' }])
    const messages = endpoint.requests.at(-1)?.body.messages ?? []
    const told = messages.filter(({ content }) => content?.includes('<added_skills>'))
    expect(told).toMatchObject([{ role: 'user', content: expect.stringContaining('`new`') }])
    const sent = messages.at(-1)?.content
    expect(sent).toContain('Do it.')
    expect(sent?.endsWith('now')).toBe(true)
    await expect(prompt('/skill:nwe')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('/skill:new'),
    })

    const waiting = prompt('wait')
    await expect.poll(() => JSON.stringify(updates)).toContain('"Wait"')
    await expect(prompt('too')).rejects.toMatchObject({ code: -32600 })
    await agent.notify(methods.agent.session.cancel, { sessionId: id })
    expect(await waiting).toEqual({ stopReason: 'cancelled' })

    // Another process must not touch the session as long as this one has it open.
    await connected({ home }, async ({ agent: other }) => {
      const load = other.request(methods.agent.session.load, { sessionId: id, cwd: root, mcpServers: [] })
      await expect(load).rejects.toMatchObject({
        code: -32600,
        message: expect.stringContaining(`process ${child.process.pid}`),
      })
      await other.request(methods.agent.session.new, { cwd: root, mcpServers: [] })
    })
    expect(child.stderr()).toContain('model m')
    expect(child.stderr()).not.toContain('canary')
    return id
  })

  writeFileSync(
    join(root, '.dsh/skills/tea/SKILL.md'),
    '---\nname: tea\ndescription: Brews tea.\ndisableModelInvocation: true\n---\n\nDo it.\n',
  )
  await connected({ home }, async ({ agent, child, updates }) => {
    await agent.request(methods.agent.session.load, { sessionId, cwd: root, mcpServers: [] })
    const users = updates.flatMap((update) => (update.sessionUpdate === 'user_message_chunk' ? [update.content] : []))
    expect(users).toEqual(['Go', '/skill:new now', 'wait'].map((words) => ({ type: 'text', text: words })))
    await expect.poll(() => commandsIn(updates)).toHaveLength(1)
    expect(commandsIn(updates)[0]).toMatchObject([{ name: 'skill:new' }, { description: '(yours alone) Brews tea.' }])
    const answer = await agent.request(methods.agent.session.prompt, { sessionId, prompt: text('/skill:tea') })
    expect(answer).toEqual({ stopReason: 'end_turn' })
    expect(child.stderr()).toContain('offline responder (as asked)')
  })
})

it('refuses a second process on one session, also after the first was killed in a turn, until it is gone [D4]', async () => {
  const home = temporaryFolder()
  const root = temporaryFolder()
  const endpoint = await startEndpoint(() => ({ text: 'Half of it', hangs: 'end' }))
  const first = startAcp({ args: ['--model', 'm', '--base-url', endpoint.url], home, env: { DSH_API_KEY: 'none' } })
  const stream = ndJsonStream(
    Writable.toWeb(first.process.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(first.process.stdout) as ReadableStream<Uint8Array>,
  )
  const updates: SessionUpdate[] = []
  const connection = client()
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .connect(stream)
  await connection.agent.request(methods.agent.initialize, { protocolVersion: 1 })
  const { sessionId } = await connection.agent.request(methods.agent.session.new, { cwd: root, mcpServers: [] })
  const prompt = connection.agent.request(methods.agent.session.prompt, { sessionId, prompt: text('Go') })
  prompt.catch(() => {}) // It is never answered.
  await expect.poll(() => JSON.stringify(updates)).toContain('Half of it')
  await connected({ home }, async ({ agent, updates: others }) => {
    const load = () => agent.request(methods.agent.session.load, { sessionId, cwd: root, mcpServers: [] })
    await expect(load()).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining(`${first.process.pid}`),
    })
    first.process.kill('SIGKILL')
    await first.exited
    await load()
    expect(JSON.stringify(others)).toContain('"Go"')
    const answer = await agent.request(methods.agent.session.prompt, { sessionId, prompt: text('Hello') })
    expect(answer).toEqual({ stopReason: 'end_turn' })
  })
})
