import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { echoTool, mountTools, scope } from './fixture.ts'
import { toolContext } from './tool-context.ts'

const other = { ...scope, agentId: 'agent-2' }
const isFirst = (candidate: { agentId: string }): boolean => candidate.agentId === 'agent-1'

describe('register', () => {
  it('hands back the very object that was registered', async () => {
    const ctx = await mountTools()
    const tool = echoTool()
    ctx.tools.register(tool)
    expect(ctx.tools.get('echo', scope)).toBe(tool)
    expect(ctx.tools.get('Echo', scope)).toBeUndefined()
  })

  it('returns an undo that works at once and only once', async () => {
    const ctx = await mountTools()
    const undo = ctx.tools.register(echoTool())
    undo()
    expect(ctx.tools.get('echo', scope)).toBeUndefined()
    const second = echoTool()
    ctx.tools.register(second)
    undo()
    expect(ctx.tools.get('echo', scope)).toBe(second)
  })

  it('takes a tool away when the plugin that registered it goes', async () => {
    const ctx = await mountTools()
    const fiber = await ctx.plugin({ inject: ['tools'], apply: (inner) => void inner.tools.register(echoTool()) })
    expect(ctx.tools.schemas(scope).map((schema) => schema.name)).toEqual(['echo'])
    await fiber.dispose()
    expect(ctx.tools.schemas(scope)).toEqual([])
  })

  it('refuses a second tool of one name where neither says for whom', async () => {
    const ctx = await mountTools()
    const first = echoTool()
    ctx.tools.register(first)
    expect(() => ctx.tools.register(echoTool())).toThrow('A tool called echo is registered already.')
    expect(ctx.tools.get('echo', scope)).toBe(first)
  })

  it('puts a tool for some agents before the one for all, whichever came first', async () => {
    const ctx = await mountTools()
    const [early, general, late] = [echoTool(), echoTool(), echoTool()]
    const undoEarly = ctx.tools.register(early, { when: isFirst })
    ctx.tools.register(general)
    ctx.tools.register(late, { when: isFirst })
    expect(ctx.tools.get('echo', scope)).toBe(early)
    expect(ctx.tools.get('echo', other)).toBe(general)
    undoEarly()
    expect(ctx.tools.get('echo', scope)).toBe(late)
    expect(ctx.tools.schemas(scope)).toHaveLength(1)
  })

  it.each(['', 'two words', 'é', 'x'.repeat(65), 'a.b'])(
    'refuses the name %j, which no endpoint takes',
    async (name) => {
      const ctx = await mountTools()
      expect(() => ctx.tools.register(echoTool({ name }))).toThrow(TypeError)
      expect(ctx.tools.schemas(scope)).toEqual([])
    },
  )

  it('refuses an input that JSON Schema cannot say, and one that is no object', async () => {
    const ctx = await mountTools()
    expect(() => ctx.tools.register(echoTool({ input: z.strictObject({ at: z.date() }) }))).toThrow()
    expect(() => ctx.tools.register(echoTool({ input: z.string() }))).toThrow(
      'The input of tool echo must be an object schema.',
    )
  })
})

describe('hide', () => {
  it('takes a name out of the view of some agents until it is undone', async () => {
    const ctx = await mountTools()
    ctx.tools.register(echoTool())
    ctx.tools.register(echoTool(), { when: isFirst })
    const undo = ctx.tools.hide('echo', isFirst)
    expect(ctx.tools.get('echo', scope)).toBeUndefined()
    expect(ctx.tools.schemas(scope)).toEqual([])
    expect(ctx.tools.get('echo', other)).toBeDefined()
    expect(await ctx.tools.execute({ name: 'echo', arguments: '{"text":"x"}' }, toolContext())).toEqual({
      content: 'There is no tool called "echo". No tool is available here.',
      isError: true,
    })
    undo()
    expect(ctx.tools.get('echo', scope)).toBeDefined()
  })

  it('also hides a tool that is registered later, and ends with its plugin', async () => {
    const ctx = await mountTools()
    const fiber = await ctx.plugin({ inject: ['tools'], apply: (inner) => void inner.tools.hide('echo', () => true) })
    ctx.tools.register(echoTool())
    expect(ctx.tools.get('echo', scope)).toBeUndefined()
    await fiber.dispose()
    expect(ctx.tools.get('echo', scope)).toBeDefined()
  })
})

describe('schemas', () => {
  it('says what the model may send, as plain JSON that nobody can change', async () => {
    const ctx = await mountTools()
    const input = z.strictObject({ path: z.string().min(1).describe('Where.'), limit: z.int().min(1).default(10) })
    ctx.tools.register(echoTool({ input }))
    const [schema] = ctx.tools.schemas(scope)
    expect(schema).toStrictEqual({
      name: 'echo',
      description: 'Says the text again.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', minLength: 1, description: 'Where.' },
          limit: { default: 10, type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        },
        required: ['path'],
        additionalProperties: false,
      },
    })
    expect(Object.isFrozen(schema)).toBe(true)
    expect(Object.isFrozen(Object.values(schema?.parameters['properties'] ?? {})[0])).toBe(true)
    expect(Reflect.ownKeys(schema?.parameters ?? {})).toEqual([
      'type',
      'properties',
      'required',
      'additionalProperties',
    ])
  })

  it('sorts by code unit and gives the same bytes whatever the order of registration', async () => {
    const names = ['b', 'B', 'a-1', 'a_1', 'a']
    const views = await Promise.all(
      [names, names.toReversed()].map(async (order) => {
        const ctx = await mountTools()
        for (const name of order) ctx.tools.register(echoTool({ name }))
        expect(ctx.tools.schemas(scope)[0]).toBe(ctx.tools.schemas(scope)[0])
        return JSON.stringify(ctx.tools.schemas(scope))
      }),
    )
    expect(views[0]).toBe(views[1])
    expect((JSON.parse(views[0] ?? '') as { name: string }[]).map((schema) => schema.name)).toEqual([
      'B',
      'a',
      'a-1',
      'a_1',
      'b',
    ])
  })
})

it('refuses settings that it does not have', async () => {
  const ctx = await mountTools()
  const plugin = await import('@deepseek-ai/dsh-tools')
  expect(() => plugin.Config.parse({ timeout: 1 })).toThrow('timeout')
  expect(ctx.tools.schemas(scope)).toEqual([])
})
