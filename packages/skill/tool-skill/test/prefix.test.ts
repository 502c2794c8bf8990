import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { SkillProvider } from '@deepseek-ai/dsh-skill'
import { createSkillTool, renderCatalog, SKILL_TOOL_NAME } from '@deepseek-ai/dsh-tool-skill'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import { describe, expect, it } from 'vitest'
import { fakeAgent, mount } from './mount.ts'
import { parseCatalog } from './parse-catalog.ts'

const good = { name: 'good', description: 'A good skill.', content: 'Do it.' }

async function compose(ctx: Context, agent: Agent, signal = new AbortController().signal): Promise<readonly Message[]> {
  return await ctx.waterfall('agent/session-prefix', agent, Object.freeze([]), signal, async () => [])
}

const userMessage = (content: string | undefined): Message[] => [{ role: 'user', content: content ?? '' }]

/** A provider whose `list` runs `answers` one after another, the last one for good. */
function scripted(name: string, ...answers: SkillProvider['list'][]): SkillProvider & { calls: number } {
  const provider = {
    name,
    calls: 0,
    list: (options: Parameters<SkillProvider['list']>[0]) => {
      const answer = answers[Math.min(provider.calls, answers.length - 1)]
      provider.calls += 1
      return answer === undefined ? Promise.resolve([]) : answer(options)
    },
    get: async () => undefined,
  }
  return provider
}

const failing: SkillProvider['list'] = () => Promise.reject(new Error('no route'))

const remoteSkill: SkillProvider['list'] = async () => [
  { name: 'remote', description: 'A remote skill.', source: 'x', provider: 'remote', rank: 500, locator: 0 },
]

describe('the session prefix', () => {
  it('starts with one user-role catalog of the session, sorted, and leaves the others theirs', async () => {
    const { ctx } = await mount([
      good,
      { ...good, name: 'able' },
      { ...good, name: 'hidden', disableModelInvocation: true },
    ])
    ctx.on('agent/session-prefix', async (_agent, _messages, _signal, next) => [
      ...userMessage('other'),
      ...(await next()),
    ])
    const { agent, appended } = fakeAgent()
    const [catalog, ...rest] = await compose(ctx, agent)
    expect(catalog).toEqual({ role: 'user', content: renderCatalog([good, { ...good, name: 'able' }])?.text })
    expect(rest).toEqual(userMessage('other'))
    expect(appended).toEqual([])
  })

  it('follows the settings', async () => {
    const skills = [{ ...good, description: 'x'.repeat(50) }]
    const settings = { catalogDescriptionMaxLength: 10, catalogMaxTokens: 1 }
    const { ctx } = await mount(skills, settings)
    expect(await compose(ctx, fakeAgent().agent)).toEqual(userMessage(renderCatalog(skills, settings)?.text))
  })

  it('is made from the skills of the session’s own folder', async () => {
    const { ctx } = await mount([
      { ...good, name: 'one', cwd: '/one' },
      { ...good, name: 'two', cwd: '/two' },
    ])
    for (const [cwd, name] of [
      ['/one', 'one'],
      ['/two', 'two'],
    ]) {
      const [catalog] = await compose(ctx, fakeAgent('agent-1', cwd).agent)
      expect(parseCatalog(catalog?.content ?? '')).toEqual([{ name, description: 'A good skill.' }])
    }
  })

  it('shows today’s skills to a new session, without a watcher', async () => {
    const { ctx, provider } = await mount([good])
    const before = await compose(ctx, fakeAgent().agent)
    expect(await compose(ctx, fakeAgent().agent)).toEqual(before)
    provider.write({ ...good, name: 'new' })
    const [catalog] = await compose(ctx, fakeAgent().agent)
    expect(parseCatalog(catalog?.content ?? '').map((entry) => entry.name)).toEqual(['good', 'new'])
  })

  it('gives the same bytes whichever provider answers first [F59]', async () => {
    const texts = await Promise.all(
      [0, 1].map(async (slow) => {
        const { ctx } = await mount()
        for (const index of [0, 1]) {
          ctx.skills.registerProvider({
            name: `p${index}`,
            list: async () => {
              if (index === slow) await new Promise((resolve) => setTimeout(resolve, 10))
              return ['z', 'a', 'same'].map((name) => ({
                name: name === 'same' ? name : `${name}${index}`,
                description: `From ${index}.`,
                source: 'x',
                provider: `p${index}`,
                rank: 400,
                locator: 0,
              }))
            },
            get: async () => undefined,
          })
        }
        return await compose(ctx, fakeAgent().agent)
      }),
    )
    expect(texts[0]).toEqual(texts[1])
    expect(parseCatalog(texts[0]?.[0]?.content ?? '').map((entry) => entry.name)).toEqual([
      'a0',
      'a1',
      'same',
      'z0',
      'z1',
    ])
  })

  it('is left alone when there is nothing to list', async () => {
    const { ctx } = await mount([{ ...good, disableModelInvocation: true }])
    expect(await compose(ctx, fakeAgent().agent)).toEqual([])
  })
})

describe('who gets the catalog', () => {
  it('not an agent from which the tool is hidden', async () => {
    const { ctx } = await mount([good])
    ctx.tools.hide(SKILL_TOOL_NAME, (scope) => scope.agentId === 'sub')
    expect(await compose(ctx, fakeAgent('sub').agent)).toEqual([])
    expect(await compose(ctx, fakeAgent('main').agent)).toHaveLength(1)
  })

  it('not an agent that sees another tool of that name, even an equal one', async () => {
    const { ctx } = await mount([good])
    const undo = ctx.tools.register(createSkillTool(ctx.skills), { when: (scope) => scope.agentId === 'sub' })
    expect(await compose(ctx, fakeAgent('sub').agent)).toEqual([])
    expect(await compose(ctx, fakeAgent('main').agent)).toHaveLength(1)
    undo()
    expect(await compose(ctx, fakeAgent('sub').agent)).toHaveLength(1)
  })

  it('nobody once the plugin is gone, and its tool goes with it', async () => {
    const { ctx, unmount } = await mount([good])
    const { agent } = fakeAgent()
    expect(await compose(ctx, agent)).toHaveLength(1)
    await unmount()
    expect(await compose(ctx, agent)).toEqual([])
    expect(ctx.tools.get(SKILL_TOOL_NAME, agent.scope)).toBeUndefined()
  })

  it('nor one whose tool goes while the providers are asked', async () => {
    const { ctx, unmount } = await mount([good])
    const asked = Promise.withResolvers<undefined>()
    const answer = Promise.withResolvers<[]>()
    const waiting: SkillProvider['list'] = () => {
      asked.resolve(undefined)
      return answer.promise
    }
    ctx.skills.registerProvider(scripted('slow', waiting))
    const composing = compose(ctx, fakeAgent().agent)
    await asked.promise
    await unmount()
    answer.resolve([])
    expect(await composing).toEqual([])
  })
})

describe('an incomplete answer', () => {
  it('is asked for once more, the failed provider alone, and then is no trouble', async () => {
    const { ctx } = await mount()
    const steady = scripted('steady', async () => [])
    const remote = scripted('remote', failing, remoteSkill)
    ctx.skills.registerProvider(steady)
    ctx.skills.registerProvider(remote)
    const { agent, appended } = fakeAgent()
    const [catalog] = await compose(ctx, agent)
    expect(parseCatalog(catalog?.content ?? '')).toEqual([{ name: 'remote', description: 'A remote skill.' }])
    expect(appended).toEqual([])
    expect([steady.calls, remote.calls]).toEqual([1, 2])
  })

  it('goes out without what failed twice, and the session log says what is missing', async () => {
    const { ctx } = await mount([good])
    const remote = scripted('remote', failing)
    ctx.skills.registerProvider(remote)
    const { agent, appended } = fakeAgent()
    const [catalog] = await compose(ctx, agent)
    expect(parseCatalog(catalog?.content ?? '')).toEqual([{ name: 'good', description: 'A good skill.' }])
    expect(remote.calls).toBe(2)
    expect(appended).toEqual([
      {
        type: 'notice',
        code: 'skills-incomplete',
        message:
          'Some skills may be missing from this session, because they could not be read after two attempts: provider remote (no route). Start or resume a session to try again.',
      },
    ])
  })

  it('names the files that could not be read where the provider itself answered', async () => {
    const { ctx } = await mount()
    const problem = { code: 'provider-failed', severity: 'error', hint: 'Try again.' } as const
    const partial: SkillProvider['list'] = async () => ({
      candidates: [],
      complete: false,
      problems: [
        ...Array.from({ length: 6 }, (_, index) => ({ ...problem, path: `/s/${index}`, message: 'EIO.' })),
        { ...problem, severity: 'note', path: '/s/note', message: 'Odd.' },
      ],
    })
    ctx.skills.registerProvider(scripted('local', partial))
    const { agent, appended } = fakeAgent()
    expect(await compose(ctx, agent)).toEqual([])
    expect(appended).toEqual([
      {
        type: 'notice',
        code: 'skills-incomplete',
        message:
          'Some skills may be missing from this session, because they could not be read after two attempts: /s/0 (EIO.); /s/1 (EIO.); /s/2 (EIO.); /s/3 (EIO.); /s/4 (EIO.); 1 more. Start or resume a session to try again.',
      },
    ])
  })

  it('says so in general where nothing is named', async () => {
    const { ctx } = await mount()
    ctx.skills.registerProvider(scripted('quiet', async () => ({ candidates: [], complete: false })))
    const { agent, appended } = fakeAgent()
    await compose(ctx, agent)
    expect(appended).toMatchObject([{ message: expect.stringContaining('a source of skills did not answer in full') }])
  })

  it('that breaks the interface ends the composition with the provider’s name', async () => {
    const { ctx } = await mount([good])
    ctx.skills.registerProvider(scripted('broken', async () => [{ name: 'No Name' } as never]))
    await expect(compose(ctx, fakeAgent().agent)).rejects.toThrow('broken')
  })
})

describe('abort', () => {
  it.each([1, 2])('at question %i ends the composition with its reason, and no notice is left [R10]', async (k) => {
    const { ctx } = await mount([good])
    const controller = new AbortController()
    const reason = new Error('stop')
    const remote: SkillProvider & { calls: number } = scripted('remote', async () => {
      if (remote.calls === k) controller.abort(reason)
      throw new Error('no route')
    })
    ctx.skills.registerProvider(remote)
    const { agent, appended } = fakeAgent()
    await expect(compose(ctx, agent, controller.signal)).rejects.toBe(reason)
    expect(appended).toEqual([])
    expect(await compose(ctx, agent)).toHaveLength(1)
  })
})

it.each([
  [{ catalogDescriptionMaxLength: 2 }, 'catalogDescriptionMaxLength'],
  [{ catalogDescriptionMaxLength: '500' }, 'catalogDescriptionMaxLength'],
  [{ catalogMaxTokens: 0 }, 'catalogMaxTokens'],
  [{ catalogMaxTokens: 1.5 }, 'catalogMaxTokens'],
  [{ announceChanges: 'yes' }, 'announceChanges'],
])('refuses the settings %j at load, by name', async (settings, field) => {
  const { ctx, unmount } = await mount()
  await unmount()
  await expect(ctx.plugin(toolSkill, settings as never).then(() => 'loaded')).rejects.toThrow(field)
})
