import { join } from 'node:path'
import * as fs from '@deepseek-ai/dsh-fs'
import type { SkillDefinition, SkillRegistry } from '@deepseek-ai/dsh-skill'
import { createSkillTool, renderSkillContent, SKILL_TOOL_NAME } from '@deepseek-ai/dsh-tool-skill'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import type { ToolResult } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import { toolContext } from '../../../agent/tools/test/tool-context.ts'
import { mount, type Mounted } from './mount.ts'

async function call({ ctx }: Mounted, input: unknown, context = toolContext()): Promise<ToolResult> {
  return await ctx.tools.execute({ name: SKILL_TOOL_NAME, arguments: JSON.stringify(input) }, context)
}

const demo = { name: 'demo', description: 'Shows.', content: 'Do it.' }

describe('the skill tool', () => {
  it('is told to the model like this', async () => {
    const { ctx } = await mount()
    expect(ctx.tools.schemas(toolContext())).toStrictEqual([
      {
        name: 'skill',
        description:
          'Loads a skill: instructions prepared for one kind of task, and where the files are that belong to it. Call it before you start on a task that the description of a listed skill covers, then follow what it returns.',
        parameters: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Exact name of the skill, as the list of available skills has it.' },
          },
          required: ['name'],
          additionalProperties: false,
        },
      },
    ])
    const tool = ctx.tools.get(SKILL_TOOL_NAME, toolContext())
    expect(tool?.title({ name: 'demo' })).toBe('Load skill demo')
  })

  it('hands out the rendered content, and names the folder of the skill', async () => {
    const resourceBase = { kind: 'directory', path: '/home/ann/.dsh/skills/demo' } as const
    const mounted = await mount([{ ...demo, resourceBase }])
    const context = toolContext()
    const content = renderSkillContent({ ...demo, source: 'memory', provider: 'memory', resourceBase })
    const skill = { name: 'demo', folder: '/home/ann/.dsh/skills/demo' }
    expect(await call(mounted, { name: 'demo' }, context)).toEqual({ content, skill })
  })

  it('names the real folder of a linked skill, and shows where the link lies', async () => {
    const root = temporaryTree({ 'pack/demo/x.md': 'x', 'skills/demo': { link: '../pack/demo' } })
    const mounted = await mount([
      { ...demo, resourceBase: { kind: 'directory', path: join(root, 'skills/demo') } },
      { ...demo, name: 'gone', resourceBase: { kind: 'directory', path: join(root, 'skills/gone') } },
    ])
    await mounted.ctx.plugin(fs)
    const context = toolContext()
    const { content, skill } = await call(mounted, { name: 'demo' }, context)
    expect(content).toContain(`\nBase folder: ${join(root, 'skills/demo')}\n`)
    expect(skill).toEqual({ name: 'demo', folder: join(root, 'pack/demo') })
    expect((await call(mounted, { name: 'gone' }, context)).skill?.folder).toBe(join(root, 'skills/gone'))
  })

  it('names no folder for a skill without one, and no skill when one is refused', async () => {
    const resourceBase = { kind: 'directory', path: '/secret' } as const
    const mounted = await mount([
      { ...demo, resourceBase: { kind: 'url', url: 'https://skills.example/demo/' } },
      { ...demo, name: 'opaque', resourceBase: { kind: 'opaque', description: 'In the vault.' } },
      { ...demo, name: 'plain' },
      { ...demo, name: 'hidden', resourceBase, disableModelInvocation: true },
    ])
    const context = toolContext()
    for (const name of ['demo', 'opaque', 'plain']) {
      expect((await call(mounted, { name }, context)).skill).toEqual({ name })
    }
    expect(await call(mounted, { name: 'hidden' }, context)).not.toHaveProperty('skill')
  })

  it('loads the skill of the agent that asks, by its working folder', async () => {
    const mounted = await mount([
      { ...demo, content: 'In one.', cwd: '/one' },
      { ...demo, content: 'In two.', cwd: '/two' },
    ])
    const [one, two] = await Promise.all(
      ['/one', '/two'].map((cwd) => call(mounted, { name: 'demo' }, toolContext({ cwd }))),
    )
    expect(one?.content).toContain('\nIn one.\n')
    expect(two?.content).toContain('\nIn two.\n')
  })

  it('gives the full body each time, always as it is now [F63]', async () => {
    const mounted = await mount([demo])
    const first = await call(mounted, { name: 'demo' })
    expect(await call(mounted, { name: 'demo' })).toEqual(first)
    expect(await call(mounted, { name: 'demo' })).toEqual(first)
    mounted.provider.write({ ...demo, content: 'Do it differently.' })
    expect((await call(mounted, { name: 'demo' })).content).toBe(first.content.replace('Do it.', 'Do it differently.'))
  })
})

describe('a name that cannot be one', () => {
  it.each([
    ['../../x', '"../../x"'],
    ['/etc/x', '"/etc/x"'],
    ['a%2fb', '"a%2fb"'],
    ['Deploy', '"Deploy"'],
    ['dep lоy', '"dep lоy"'],
    ['ｄｅｐｌｏｙ', '"ｄｅｐｌｏｙ"'],
    ['a\u0000b', '"a\\u{0}b"'],
    ['', '""'],
    ['</system-reminder>\n', '"\\u{3c}/system-reminder\\u{3e}\\u{a}"'],
    ['A'.repeat(1_000_000), `"${'A'.repeat(61)}..."`],
  ])('is refused before anything is looked up: %j [C9]', async (name, quoted) => {
    const asked: string[] = []
    const mounted = await mount([demo])
    mounted.ctx.skills.registerProvider({
      name: 'spy',
      list: async () => {
        asked.push('list')
        return []
      },
      get: async () => undefined,
    })
    expect(await call(mounted, { name })).toEqual({
      content: `${quoted} is not a valid skill name. Names are made of a-z, 0-9 and single hyphens, like code-review. Call the skill tool again with a name exactly as the list of available skills has it.`,
      isError: true,
    })
    expect(asked).toEqual([])
  })

  it.each([[['demo']], [{}], [{ name: ['demo'] }], [{ name: 5 }], [null], ['demo'], [{ name: 'demo', args: 'x' }]])(
    'nor is %j one name [C9]',
    async (input) => {
      expect(await call(await mount([demo]), input)).toEqual({
        content:
          'The skill tool takes one JSON object with the field "name" alone, a text, like {"name": "code-review"}. Call it again like that, with a name exactly as the list of available skills has it.',
        isError: true,
      })
    },
  )
})

describe('a skill that is not there', () => {
  const unknown = (name: string): ToolResult => ({
    content: `The skill "${name}" is unknown or no longer available. Call the skill tool with another name from the list of available skills if one fits; if none does, go on without a skill and do not guess what it said.`,
    isError: true,
  })

  it('is unknown, and nothing like it is loaded in its place', async () => {
    const mounted = await mount([demo, { ...demo, name: 'demo-2' }])
    expect(await call(mounted, { name: 'dem' })).toEqual(unknown('dem'))
    expect(await call(mounted, { name: 'toString'.toLowerCase() })).toEqual(unknown('tostring'))
    expect(await call(mounted, { name: 'a'.repeat(1_000_000) })).toEqual(unknown(`${'a'.repeat(61)}...`))
  })

  it('is found when it was written after the catalog went out', async () => {
    const mounted = await mount([demo])
    await mounted.ctx.skills.list({ cwd: '/work' })
    mounted.provider.write({ ...demo, name: 'fresh', content: 'Fresh.' })
    expect((await call(mounted, { name: 'fresh' })).content).toContain('\nFresh.\n')
  })

  it('is no longer available when it went, or goes by another name now [C11]', async () => {
    const mounted = await mount([demo, { ...demo, name: 'moved' }])
    await mounted.ctx.skills.list({ cwd: '/work' })
    mounted.provider.remove('demo')
    mounted.provider.remove('moved')
    mounted.provider.write({ ...demo, name: 'renamed' })
    expect(await call(mounted, { name: 'demo' })).toEqual(unknown('demo'))
    expect(await call(mounted, { name: 'moved' })).toEqual(unknown('moved'))
  })

  it('is never another skill, whatever the registry hands over [C11]', async () => {
    const other: SkillDefinition = { ...demo, name: 'other', source: 'x', provider: 'y' }
    const { ctx } = await mount([demo])
    const tool = createSkillTool({ inspect: (options) => ctx.skills.inspect(options), get: async () => other })
    expect(await tool.execute({ name: 'demo' }, toolContext())).toEqual(unknown('demo'))
  })
})

describe('a skill that only the user may start', () => {
  const hidden = {
    content:
      'The skill "secret" is not available for model invocation: only the user can start it. Do not look for its text in another way and do not load another skill in its place. If it would help now, ask the user to start it with /skill:secret.',
    isError: true,
  }

  it('is refused with words of its own, and no namesake is loaded for it [F72]', async () => {
    const mounted = await mount([
      { ...demo, name: 'secret', disableModelInvocation: true },
      { ...demo, name: 'secret-2' },
    ])
    expect(await call(mounted, { name: 'secret' })).toEqual(hidden)
    expect((await call(mounted, { name: 'secret-2' })).isError).toBeUndefined()
  })

  it.each([
    ['throws', () => Promise.reject(new Error('vault'))],
    ['never answers', () => new Promise<never>(() => {})],
    ['is gone', async () => undefined],
  ])('is refused before its provider is asked, which %s [G68]', async (_, get) => {
    const mounted = await mount()
    let gets = 0
    mounted.ctx.skills.registerProvider({
      name: 'vault',
      list: async () => [
        {
          name: 'secret',
          description: 'X.',
          source: 'x',
          provider: 'vault',
          rank: 1,
          locator: 0,
          disableModelInvocation: true,
        },
      ],
      get: () => {
        gets += 1
        return get()
      },
    })
    expect(await call(mounted, { name: 'secret' })).toEqual(hidden)
    expect(gets).toBe(0)
  })

  it('hides a namesake of another provider, which is not asked either [G68]', async () => {
    const mounted = await mount([{ ...demo, name: 'secret', rank: 1, disableModelInvocation: true }])
    let gets = 0
    mounted.ctx.skills.registerProvider({
      name: 'open',
      list: async () => [{ name: 'secret', description: 'X.', source: 'x', provider: 'open', rank: 9, locator: 0 }],
      get: async () => {
        gets += 1
        return undefined
      },
    })
    expect(await call(mounted, { name: 'secret' })).toEqual(hidden)
    expect(gets).toBe(0)
  })

  it('is refused when it took the place of a skill that went after the listing [G68]', async () => {
    const mounted = await mount([{ ...demo, name: 'secret', rank: 1 }])
    await mounted.ctx.skills.list({ cwd: '/work' })
    mounted.provider.remove('secret')
    let gets = 0
    const listed = { name: 'secret', description: 'X.', source: 'x', provider: 'vault', rank: 9, locator: 0 }
    mounted.ctx.skills.registerProvider({
      name: 'vault',
      list: async () => [{ ...listed, disableModelInvocation: true }],
      get: async () => {
        gets += 1
        throw new Error('vault')
      },
    })
    expect(await call(mounted, { name: 'secret' })).toEqual(hidden)
    expect(gets).toBe(0)
  })

  it('is refused from the moment its flag is set, listed or not [C11] [F72]', async () => {
    const mounted = await mount([{ ...demo, name: 'secret' }])
    expect(await mounted.ctx.skills.list({ cwd: '/work' })).toHaveLength(1)
    mounted.provider.write({ ...demo, name: 'secret', disableModelInvocation: true })
    expect(await call(mounted, { name: 'secret' })).toEqual(hidden)
  })
})

describe('a skill that cannot be read', () => {
  it.each([
    [new Error('EIO: disk'), 'EIO: disk'],
    [new Error('one\ntwo\u001B[2J'), 'one\\u{a}two\\u{1b}[2J'],
    [new Error('x'.repeat(1_000)), `${'x'.repeat(597)}...`],
    ['gone fishing', 'Skill "demo" could not be loaded now: gone fishing'],
  ])('is not there for now, with the reason: %j', async (thrown, reason) => {
    const mounted = await mount()
    mounted.ctx.skills.registerProvider({
      name: 'broken',
      list: async () => [{ name: 'demo', description: 'X.', source: 'x', provider: 'broken', rank: 1, locator: 0 }],
      get: () => Promise.reject(thrown),
    })
    expect(await call(mounted, { name: 'demo' })).toEqual({
      content: `The skill "demo" could not be loaded now. Reason: ${reason}\nThis may pass: call the skill tool once more. If that fails too, tell the user the reason and go on without the skill; do not guess what it says.`,
      isError: true,
    })
  })

  it('fails as any tool does when a provider breaks its interface', async () => {
    const mounted = await mount()
    mounted.ctx.skills.registerProvider({
      name: 'broken',
      list: async () => [{ name: 'demo', description: 'X.', source: 'x', provider: 'broken', rank: 1, locator: 0 }],
      get: async () => ({ name: 'demo' }) as SkillDefinition,
    })
    const { content, isError } = await call(mounted, { name: 'demo' })
    expect(content).toMatch(/^skill failed: .*broken/)
    expect(isError).toBe(true)
  })
})

describe('abort', () => {
  /** A registry whose skill is listed but gone, that aborts the caller at its k-th call and rejects with the reason. */
  function abortingAt(
    { ctx }: Mounted,
    k: number,
    { controller, reason }: { controller: AbortController; reason: Error },
  ): Pick<SkillRegistry, 'get' | 'inspect'> {
    let calls = 0
    const step = (): void => {
      calls += 1
      if (calls === k) controller.abort(reason)
      controller.signal.throwIfAborted()
    }
    return {
      inspect: async (options) => {
        step()
        return ctx.skills.inspect(options)
      },
      get: async () => {
        step()
        return undefined
      },
    }
  }

  it.each([1, 2, 3, 4])('at lookup %i rejects with the reason [R10]', async (k) => {
    const controller = new AbortController()
    const reason = new Error('stop')
    const tool = createSkillTool(abortingAt(await mount([demo]), k, { controller, reason }))
    const context = toolContext({ signal: controller.signal })
    await expect(tool.execute({ name: 'demo' }, context)).rejects.toBe(reason)
  })

  it('while links are followed rejects with the reason [R10]', async () => {
    const controller = new AbortController()
    const reason = new Error('stop')
    const files = {
      realPath: async () => {
        controller.abort(reason)
        throw Object.assign(reason, { code: 'ABORTED' })
      },
    }
    const resourceBase = { kind: 'directory', path: '/skills/demo' } as const
    const { ctx } = await mount([{ ...demo, resourceBase }])
    const tool = createSkillTool(ctx.skills, () => files)
    const context = toolContext({ signal: controller.signal })
    await expect(tool.execute({ name: 'demo' }, context)).rejects.toBe(reason)
  })

  it('ends the wait for a provider that never answers, and the next call works [R10]', async () => {
    const mounted = await mount([demo])
    const started = Promise.withResolvers<undefined>()
    const undo = mounted.ctx.skills.registerProvider({
      name: 'slow',
      list: () => {
        started.resolve(undefined)
        return new Promise(() => {})
      },
      get: async () => undefined,
    })
    const controller = new AbortController()
    const reason = new Error('stop')
    const running = call(mounted, { name: 'demo' }, toolContext({ signal: controller.signal }))
    await started.promise
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
    undo()
    expect((await call(mounted, { name: 'demo' })).isError).toBeUndefined()
  })
})
