import { setImmediate } from 'node:timers/promises'
import { requests } from '@deepseek-ai/dsh-session'
import type { SkillProvider } from '@deepseek-ai/dsh-skill'
import { resolveSkillLine } from '@deepseek-ai/dsh-skill-command'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runPrompt } from '../src/index.ts'
import { openHost } from './host.ts'

const good = {
  name: 'good',
  description: 'A good skill.',
  content: 'Do it.',
  resourceBase: { kind: 'directory', path: '/skills/good' },
} as const

describe('a line that starts a skill', () => {
  it('sends the loaded skill on the very first turn, refuses an unknown one, and tells in the end [F71]', async () => {
    const host = await openHost((_request, index) => `answer ${index}`)
    host.ctx.skills.registerProvider(createMemoryProvider({ skills: [good] }))
    host.input.end('/skill:good do it\n/skill:goood\nplease /skill:good\n')
    const cwd = host.options.session.cwd
    const line = await resolveSkillLine(host.ctx.skills, '/skill:good do it', { cwd })
    expect(await host.run()).toBe('failed')
    expect(await host.answers).toBe('answer 0\nanswer 1\n')
    const [first, second] = host.model.requests.map(({ messages }) => messages.at(-1)?.content)
    expect(line).toMatchObject({ kind: 'turn', text: first })
    expect(first).toMatch(/\nDo it\.\n[^]*\n\ndo it$/)
    expect(second).toBe('please /skill:good')
    expect(JSON.stringify(host.model.requests)).not.toContain('goood')
    const notices = await host.notices
    expect(notices).toContain('\nuser (/skill:good), sent as:\n  │ <skill_content name="good">\n')
    expect(notices).toContain('\nline 2: There is no skill "goood". Did you mean /skill:good?\n')
    const { events } = host.options.session
    expect(events.find(({ type }) => type === 'user/message')).toMatchObject({
      skill: { name: 'good', typed: '/skill:good do it' },
    })
    expect(host.options.session.loadedSkills()).toEqual([{ name: 'good', folder: '/skills/good' }])
    expect([...requests(events)]).toEqual(host.model.requests)
  })

  it('may start what is hidden from the model, and a skill called like a command [F72] [F25]', async () => {
    const host = await openHost(() => 'fine')
    const skills = ['secret', 'exit'].map((name) => ({ ...good, name, disableModelInvocation: true }))
    host.ctx.skills.registerProvider(createMemoryProvider({ skills }))
    host.input.end('/skill:secret\n/skill:exit\n')
    expect(await host.run()).toBe('completed')
    expect(host.model.requests.map(({ messages }) => /name="(\w+)"/.exec(messages.at(-1)?.content ?? '')?.[1])).toEqual(
      ['secret', 'exit'],
    )
  })

  it('is one at the start of a line alone: neither later in it nor in what a tool returns [C10]', async () => {
    const host = await openHost([{ toolCalls: [{ name: 'echo', arguments: {} }] }, 'one', '/skill:good', 'three'])
    host.ctx.skills.registerProvider(createMemoryProvider({ skills: [good] }))
    host.ctx.tools.register({
      name: 'echo',
      description: 'Echoes.',
      kind: 'other',
      input: z.strictObject({}),
      title: () => 'Echo',
      execute: () => Promise.resolve({ content: '/skill:good from a tool' }),
    })
    host.input.end('first\nsay "/skill:good"\nthird\n')
    expect(await host.run()).toBe('completed')
    expect(host.model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'first',
      '/skill:good from a tool',
      'say "/skill:good"',
      'third',
    ])
    expect(JSON.stringify(host.model.requests)).not.toContain('skill_content')
  })

  it('is refused, and the next one read, when a provider breaks its interface', async () => {
    const host = await openHost(() => 'fine')
    let isBroken = false
    const broken: SkillProvider = {
      name: 'broken',
      list: async () => (isBroken ? [{ name: 'No Name' } as never] : []),
      get: async () => undefined,
    }
    host.ctx.skills.registerProvider(broken)
    const options = { ...host.options, display: { ...host.options.display, start: () => void (isBroken = true) } }
    host.input.end('/skill:good\nhello\n')
    expect(await host.run(options)).toBe('failed')
    expect(await host.notices).toMatch(/^line 1: .*broken.*$/m)
    expect(await host.answers).toBe('fine\n')
  })

  it('is cancelled by the first interrupt while it loads; the session goes on [H3]', async () => {
    const host = await openHost(() => 'fine')
    const memory = createMemoryProvider({ skills: [good] })
    let isFirst = true
    const signals: (AbortSignal | undefined)[] = []
    host.ctx.skills.registerProvider({
      ...memory,
      get: (candidate, options) => {
        if (!isFirst) return memory.get(candidate, options)
        isFirst = false
        signals.push(options.signal)
        void setImmediate().then(() => {
          expect(host.interrupt?.()).toBe(true)
          host.input.end('/skill:good again\n')
        })
        return new Promise(() => {})
      },
    })
    host.input.write('/skill:good\n')
    expect(await host.run()).toBe('cancelled')
    expect(signals[0]?.aborted).toBe(true)
    expect(await host.answers).toBe('fine\n')
    expect(await host.notices).toContain('\nturn cancelled\n')
    expect(host.model.requests).toHaveLength(1)
  })
})

describe('a whole request that is such a line', () => {
  it.each([
    ['/skill:good', 'completed', 1],
    ['/skill:none', 'failed', 0],
    ['/skill:', 'failed', 0],
    ['/skill:Good', 'failed', 0],
  ])('%j ends as %s', async (prompt, status, count) => {
    const host = await openHost(() => 'fine')
    host.ctx.skills.registerProvider(createMemoryProvider({ skills: [good] }))
    expect(await runPrompt(host.ctx, prompt, host.options)).toBe(status)
    expect(host.model.requests).toHaveLength(count)
  })
})
