import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Context } from '@deepseek-ai/cordis'
import * as agent from '@deepseek-ai/dsh-agent'
import * as llm from '@deepseek-ai/dsh-llm'
import * as session from '@deepseek-ai/dsh-session'
import * as skills from '@deepseek-ai/dsh-skill'
import { parseSkill } from '@deepseek-ai/dsh-skill-format'
import { type ProviderUnderTest, providerSuite, type SuiteSkill } from '@deepseek-ai/dsh-skill/testing'
import { repositoryRoot, scriptedModel, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import * as tools from '@deepseek-ai/dsh-tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runLineHost } from '../../../.agents/skills/add-a-host/references/host.ts'
import { Config, createJsonProvider } from '../../../.agents/skills/add-a-provider/references/provider.ts'

const folder = join(repositoryRoot, '.agents/skills')

describe.each(readdirSync(folder))('the project skill %s', (skill) => {
  const path = join(folder, skill, 'SKILL.md')
  const source = readFileSync(path, 'utf8')

  it('parses without a problem, under the name of its folder', () => {
    const result = parseSkill({ text: source, isComplete: true }, { path, tolerance: 'strict' })
    expect(result).toMatchObject({ kind: 'skill', header: { name: skill }, problems: [] })
  })

  it('names files that exist', () => {
    const links = Array.from(source.matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => join(folder, skill, target))
    const paths = Array.from(source.matchAll(/`((?:packages|tools)\/[\w./-]+)`/g), ([, target = '']) => target)
    const mustExist = paths.filter((target) => !target.includes('NAME')).map((target) => join(repositoryRoot, target))
    expect(links).toHaveLength(1)
    expect([...links, ...mustExist].filter((target) => !existsSync(target))).toEqual([])
  })
})

function writeSkills(root: string, skills: readonly unknown[]): void {
  writeTree(root, { 'skills.json': JSON.stringify({ skills }) })
}

function openJson(initial: readonly SuiteSkill[]): ProviderUnderTest {
  let skills = initial
  const root = temporaryTree({})
  const update = (changed: readonly SuiteSkill[]): void => {
    skills = changed
    writeSkills(root, skills)
  }
  update(initial)
  return {
    provider: createJsonProvider(Config.parse({ file: join(root, 'skills.json') })),
    write: (skill) => update([...skills.filter(({ name }) => name !== skill.name), skill]),
    remove: (gone) => update(skills.filter(({ name }) => name !== gone)),
  }
}

describe('the example of add-a-provider', () => {
  for (const { title, run } of providerSuite({ open: openJson })) it(title, run)

  it('drops a bad entry with a problem and keeps the others', async () => {
    const root = temporaryTree({})
    writeSkills(root, [
      { name: 'Bad Name', description: '', content: 'x' },
      { name: 'good', description: 'd', content: 'c' },
    ])
    const file = join(root, 'skills.json')
    const provider = createJsonProvider(Config.parse({ file }))
    const locator = 'good'
    expect(await provider.list({})).toEqual({
      candidates: [{ name: 'good', description: 'd', source: 'json', provider: 'json', rank: 300, locator }],
      problems: [
        {
          code: 'json-entry-invalid',
          severity: 'error',
          message: 'Entry 1 is no skill: name, description.',
          path: file,
          hint: 'Mend these fields.',
        },
      ],
      roots: [{ rank: 300, source: 'json', path: file, state: 'read' }],
    })
  })

  it('stays under sixty lines', () => {
    const source = readFileSync(join(folder, 'add-a-provider/references/provider.ts'), 'utf8')
    expect(source.split('\n').length).toBeLessThan(60)
  })
})

describe('the example of add-a-host', () => {
  async function runHost(adapter: llm.ModelAdapter, lines: string, signal = new AbortController().signal) {
    const ctx = new Context()
    for (const plugin of [llm, tools, session, agent, skills]) await ctx.plugin(plugin)
    ctx.skills.register({ name: 'tea', description: 'Brews tea.', source: 'runtime', content: 'Boil water.' })
    ctx.llm.register(adapter)
    onTestFinished(() => ctx.fiber.dispose())
    const [output, errors] = [new PassThrough(), new PassThrough()]
    const model = { adapter: adapter.name, model: 'small' }
    const input = Readable.from([lines])
    const code = await runLineHost(ctx, { input, output, errors, cwd: '/', model, allowsReading: false, signal })
    output.end()
    errors.end()
    return { code, output: await text(output), errors: await text(errors), agents: ctx.agents.list() }
  }

  it('answers each line, then ends with 0 and no agent left', async () => {
    const result = await runHost(scriptedModel([{ text: ['o', 'ne'] }, 'two']), 'first\n\nsecond\n')
    expect(result).toEqual({ code: 0, output: 'one\ntwo\n', errors: '', agents: [] })
  })

  it('sends a skill that the user starts, and nothing for one that is not there', async () => {
    const model = scriptedModel(['Here it is.'])
    const result = await runHost(model, '/skill:teaa\n/skill:tea green\n')
    expect(result).toMatchObject({ code: 1, output: 'Here it is.\n' })
    expect(result.errors).toBe('There is no skill "teaa". Did you mean /skill:tea?\n')
    expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      expect.stringMatching(/<skill_content name="tea">[^]*Boil water\.[^]*\n\ngreen$/),
    ])
  })

  it('ends with 1 and the reason when a turn fails', async () => {
    const result = await runHost(scriptedModel([{ fails: new Error('no luck') }]), 'first\nsecond\n')
    expect(result).toMatchObject({ code: 1, errors: expect.stringContaining('turn failed: '), agents: [] })
  })

  it('ends with 130 when it is cancelled in the middle of a turn', async () => {
    const controller = new AbortController()
    const model = scriptedModel(() => {
      setImmediate(() => controller.abort(new Error('enough')))
      return { text: 'half', hangs: true }
    })
    expect(await runHost(model, 'first\n', controller.signal)).toMatchObject({ code: 130, agents: [] })
  })
})
