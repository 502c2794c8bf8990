import { Context } from '@deepseek-ai/cordis'
import * as agents from '@deepseek-ai/dsh-agent'
import * as llm from '@deepseek-ai/dsh-llm'
import type { ModelRequest } from '@deepseek-ai/dsh-llm'
import * as sessions from '@deepseek-ai/dsh-session'
import type { Session } from '@deepseek-ai/dsh-session'
import * as skill from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import * as tools from '@deepseek-ai/dsh-tools'
import { expect, it, onTestFinished } from 'vitest'

const catalogsIn = ({ messages }: ModelRequest): readonly string[] =>
  messages.flatMap(({ content }) => (content.includes('<available_skills>') ? [content] : []))

it('of thirty turns, resumed, carries the catalog once in each request, the same bytes until it is resumed [F61]', async () => {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  for (const plugin of [llm, tools, sessions, agents, skill, toolSkill]) await ctx.plugin(plugin)
  const skills = Array.from({ length: 33 }, (_, index) => ({
    name: `skill-${index}`,
    description: `Number ${index}.`,
    content: 'Do it.',
  }))
  const provider = createMemoryProvider({ skills })
  ctx.skills.registerProvider(provider)
  const model = scriptedModel((request, index) =>
    request.messages.at(-1)?.role === 'user' && index % 3 === 0
      ? { toolCalls: [{ name: 'skill', arguments: { name: `skill-${index % 33}` } }] }
      : 'Done.',
  )
  ctx.llm.register(model)
  const talk = async (session: Session, turns: number): Promise<readonly ModelRequest[]> => {
    const before = model.requests.length
    const agent = ctx.agents.create({ session, model: { adapter: model.name, model: 'small' } })
    for (let turn = 0; turn < turns; turn += 1) {
      expect(await agent.prompt(`Turn ${turn}.`)).toMatchObject({ status: 'completed' })
      provider.write({ name: `new-${turn}`, description: 'Came later.', content: 'Do it.' })
    }
    await agent.dispose()
    return model.requests.slice(before)
  }

  const session = ctx.sessions.create({ cwd: '/work' })
  const { id } = session
  const first = await talk(session, 30)
  expect(first.length).toBeGreaterThan(30)
  const [catalog = ''] = first.flatMap(catalogsIn)
  expect(catalog.match(/^- `skill-/gm)).toHaveLength(33)
  expect(catalog).not.toContain('new-')
  expect(first.map(catalogsIn)).toEqual(first.map(() => [catalog]))

  const second = await talk(ctx.sessions.resume(id), 2)
  const [resumed = ''] = second.flatMap(catalogsIn)
  expect(resumed.match(/^- `/gm)).toHaveLength(33 + 30)
  expect(second.map(catalogsIn)).toEqual(second.map(() => [resumed]))
  expect(second[0]?.messages.length).toBeGreaterThan(60)
})
