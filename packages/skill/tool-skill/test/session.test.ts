import { join } from 'node:path'
import * as agents from '@deepseek-ai/dsh-agent'
import * as fs from '@deepseek-ai/dsh-fs'
import * as llm from '@deepseek-ai/dsh-llm'
import type { ModelRequest } from '@deepseek-ai/dsh-llm'
import * as sessions from '@deepseek-ai/dsh-session'
import { createMemoryProvider, type MemoryProvider, type MemorySkill } from '@deepseek-ai/dsh-skill/testing'
import * as skill from '@deepseek-ai/dsh-skill'
import { scriptedModel, temporaryTree, type ScriptedModel } from '@deepseek-ai/dsh-testkit'
import * as toolFs from '@deepseek-ai/dsh-tool-fs'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import * as tools from '@deepseek-ai/dsh-tools'
import { Context } from '@deepseek-ai/cordis'
import { expect, it, onTestFinished } from 'vitest'

async function start(
  model: ScriptedModel,
  cwd: string,
  skills: readonly MemorySkill[],
): Promise<{ agent: agents.Agent; provider: MemoryProvider }> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  for (const plugin of [llm, tools, sessions, agents, fs, skill, toolFs, toolSkill]) await ctx.plugin(plugin)
  const provider = createMemoryProvider({ skills })
  ctx.skills.registerProvider(provider)
  ctx.llm.register(model)
  const session = ctx.sessions.create({ cwd })
  return { agent: ctx.agents.create({ session, model: { adapter: model.name, model: 'small' } }), provider }
}

const catalogs = (request: ModelRequest | undefined): readonly string[] =>
  (request?.messages ?? []).flatMap(({ content }) => (content.includes('<available_skills>') ? [content] : []))

it('a session carries the same catalog once in each request, and a loaded skill’s files are open to it [F59]', async () => {
  const root = temporaryTree({
    'work/x': '',
    'secret.env': 'KEY=1',
    'pack/pdf/references/forms.md': 'Fill in the form.',
    'skills/pdf': { link: '../pack/pdf' },
  })
  const base = join(root, 'skills/pdf')
  const model = scriptedModel([
    { toolCalls: [{ name: 'skill', arguments: { name: 'pdf' } }] },
    {
      toolCalls: [
        { name: 'read', arguments: { path: join(base, 'references/forms.md') } },
        { name: 'read', arguments: { path: join(base, '../../secret.env') } },
      ],
    },
    'Done.',
    'Again.',
  ])
  const { agent, provider } = await start(model, join(root, 'work'), [
    {
      name: 'pdf',
      description: 'Reads PDF.',
      content: 'See references/forms.md.',
      resourceBase: { kind: 'directory', path: base },
    },
  ])
  expect(await agent.prompt('Fill in my form.')).toEqual({ status: 'completed', answer: 'Done.' })
  provider.write({ name: 'new', description: 'Came later.', content: 'Do it.' })
  expect(await agent.prompt('And now?')).toEqual({ status: 'completed', answer: 'Again.' })

  const [catalog] = catalogs(model.requests[0])
  expect(catalog).toContain('\n- `pdf`: Reads PDF.\n')
  expect(model.requests.map(catalogs)).toEqual([[catalog], [catalog], [catalog], [catalog]])
  const results = model.requests[3]?.messages.flatMap((message) => (message.role === 'tool' ? [message] : [])) ?? []
  expect(results.map(({ isError = false }) => isError)).toEqual([false, false, true])
  expect(results[0]?.content).toContain(`\nBase folder: ${base}\n`)
  expect(results[1]?.content).toContain('\nFill in the form.\n')
  expect(results[2]?.content).toMatch(/^Reading ".*secret\.env" was not allowed/)
})
