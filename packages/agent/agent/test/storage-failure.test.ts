import { MemorySessionStore, requests, SessionError, Sessions, type SessionStore } from '@deepseek-ai/dsh-session'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { agentOf, echoTool, eventsOf, isValidHistory, mount } from './fixture.ts'

interface Disk {
  /** Appends that still work. */
  free: number
}

/** A memory store whose disk is full after `disk.free` appends. */
function storeOn(disk: Disk): SessionStore {
  const store = new MemorySessionStore()
  return {
    create: (id) => {
      const log = store.create(id)
      return {
        ...log,
        append: (event) => {
          disk.free -= 1
          if (disk.free < 0) throw new SessionError({ code: 'storage', message: 'The disk is full.' })
          log.append(event)
        },
      }
    },
    open: (id) => store.open(id),
    list: () => store.list(),
    some: (fits) => store.some(fits),
  }
}

it('ends the turn in words at whichever append the disk is full, and goes on when there is room again', async () => {
  const disk: Disk = { free: Infinity }
  const sessions = new Sessions({
    store: storeOn(disk),
    now: () => new Date(0),
    randomBytes: (count) => new Uint8Array(count),
    report: () => {},
    warn: () => {},
  })
  const twoCalls = [1, 2].map((number) => ({ name: 'echo', arguments: { text: `${number}` } }))
  const scripted = scriptedModel((request) =>
    request.messages.at(-1)?.role === 'tool' ? 'Done.' : { text: 'Words.', toolCalls: twoCalls },
  )
  const ctx = await mount(scripted, { sessions })
  ctx.tools.register(echoTool())
  const statuses: string[] = []
  while (statuses.at(-1) !== 'completed') {
    disk.free = Infinity
    const agent = agentOf(ctx, { session: sessions.create({ cwd: '/work', id: `s${statuses.length}` }) })
    disk.free = statuses.length
    const result = await agent.prompt('Go')
    statuses.push(result.status)
    expect(result.error).toBe(result.status === 'completed' ? undefined : 'The disk is full.')
    disk.free = Infinity
    expect(await agent.prompt('Again')).toEqual({ status: 'completed', answer: 'Done.' })
    const { session } = agent
    expect(eventsOf(session, 'turn/end')).toHaveLength(eventsOf(session, 'turn/start').length)
    expect(isValidHistory(session.messages())).toBe(true)
    const sent = JSON.stringify(scripted.requests.slice(-2))
    expect(JSON.stringify([...requests(session.events)].slice(-2))).toBe(sent)
    await agent.dispose()
  }
  expect(statuses).toHaveLength(12)
})
