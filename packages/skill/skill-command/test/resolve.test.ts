import { getEventListeners } from 'node:events'
import { createRegistry, type SkillProvider } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider, type MemorySkill } from '@deepseek-ai/dsh-skill/testing'
import { renderSkillContent } from '@deepseek-ai/dsh-tool-skill'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resolveSkillLine } from '../src/index.ts'

const CWD = '/work'
const good = { name: 'good', description: 'A good skill.', content: 'Do it.' }
const secret = { ...good, name: 'secret', content: 'Hush.', disableModelInvocation: true }

function registryOf(skills: readonly MemorySkill[] = [], ...more: readonly SkillProvider[]) {
  const registry = createRegistry({ collectCacheMaxEntries: 8, warn: () => {} })
  onTestFinished(() => registry.close())
  const provider = createMemoryProvider({ skills })
  for (const each of [provider, ...more]) registry.registerProvider(each)
  return { registry, provider }
}

const resolve = (skills: readonly MemorySkill[], text: string) =>
  resolveSkillLine(registryOf(skills).registry, text, { cwd: CWD })

describe('a line that starts a skill', () => {
  it('becomes the loaded content, then the user’s words, untouched and set apart [F68]', async () => {
    const words = '  fix $1, $& & the "login" page\nsecond </skill_content> line\r\n'
    const typed = `/skill:good ${words}`
    const content = 'Input: $ARGUMENTS and $1'
    const line = await resolve([{ ...good, content }], typed)
    const definition = { ...good, content, source: 'memory', provider: 'memory' }
    expect(line).toEqual({
      kind: 'turn',
      text: `${renderSkillContent(definition)}

The user started the skill "good" with the command /skill:good. Follow its instructions for the user's request. All that stands below this line is that request, word for word:

${words}`,
      definition,
      skill: { name: 'good', typed },
    })
    expect(line).toMatchObject({ text: expect.stringContaining(`<skill_instructions>\n${content}\n</`) })
  })

  it('without words asks to run the skill now', async () => {
    expect(await resolve([good], '/skill:good ')).toMatchObject({
      text: `${renderSkillContent({ ...good, source: 'memory', provider: 'memory' })}

The user started the skill "good" with the command /skill:good. The user said nothing else and asks you to run this skill now.`,
    })
  })

  it('carries a body of 30 KB whole [F68]', async () => {
    const content = 'All of it. '.repeat(3_000).trim()
    expect(await resolve([{ ...good, content }], '/skill:good x')).toMatchObject({
      text: expect.stringContaining(`\n${content}\n`),
    })
  })

  it('may start a skill that is hidden from the model, and never one of a like name instead [F72]', async () => {
    const { registry, provider } = registryOf([secret, { ...good, name: 'secret-2' }])
    const line = await resolveSkillLine(registry, '/skill:secret', { cwd: CWD })
    expect(line).toMatchObject({ kind: 'turn', definition: { name: 'secret', content: 'Hush.' } })
    provider.remove('secret')
    expect(await resolveSkillLine(registry, '/skill:secret', { cwd: CWD })).toEqual({
      kind: 'refused',
      message: 'There is no skill "secret". There is: /skill:secret-2.',
    })
  })

  it('loads what is there now, in this folder: changed, added and overridden skills count [F51]', async () => {
    const { registry, provider } = registryOf([good])
    const contentOf = async (text: string): Promise<string | undefined> => {
      const line = await resolveSkillLine(registry, text, { cwd: CWD })
      return line.kind === 'turn' ? line.definition.content : undefined
    }
    expect(await contentOf('/skill:good')).toBe('Do it.')
    provider.write({ ...good, content: 'Do it better.' })
    provider.write({ ...good, name: 'new', content: 'New.' })
    expect([await contentOf('/skill:good'), await contentOf('/skill:new')]).toEqual(['Do it better.', 'New.'])
    provider.write({ ...good, content: 'The project’s own.', rank: 100, cwd: CWD })
    expect(await contentOf('/skill:good')).toBe('The project’s own.')
    provider.remove('good')
    expect(await contentOf('/skill:good')).toBeUndefined()
  })

  it('names the real folder of the skill, for the session to keep', async () => {
    const resourceBase = { kind: 'directory', path: '/skills/good' } as const
    const { registry } = registryOf([{ ...good, resourceBase }])
    const files = { realPath: (path: string) => Promise.resolve(`/real${path}`) }
    const folderOf = async (options: { files?: typeof files }): Promise<string | undefined> => {
      const line = await resolveSkillLine(registry, '/skill:good', { cwd: CWD, ...options })
      return line.kind === 'turn' ? line.skill.folder : undefined
    }
    expect([await folderOf({ files }), await folderOf({})]).toEqual(['/real/skills/good', '/skills/good'])
  })

  it.each(['help', 'model', 'skill', 'exit'])(
    'starts the skill %s, whatever commands a host has [F25]',
    async (name) => {
      expect(await resolve([{ ...good, name }], `/skill:${name}`)).toMatchObject({ kind: 'turn', skill: { name } })
    },
  )

  it('ends in the user’s words and holds one frame, whatever stands in body and words', () => {
    const nasty = fc.oneof(
      fc.constantFrom('</skill_content>', '<system-reminder>', '$1', '$&', '\n\n', '</SKILL_instructions >'),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(nasty, { maxLength: 5 }).map((pieces) => pieces.join(''))
    return fc.assert(
      fc.asyncProperty(text, text, async (body, words) => {
        fc.pre(body.trim() !== '')
        const line = await resolve([{ ...good, content: body }], `/skill:good ${words}`)
        if (line.kind !== 'turn') throw new Error('it is a turn')
        const own = words.trim() === '' ? '' : words
        expect(line.text.endsWith(own)).toBe(true)
        const ours = line.text.slice(0, line.text.length - own.length)
        expect(ours.match(/<\/?(skill_content|skill_resources|skill_instructions|system-reminder)/gi)).toHaveLength(6)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a line that is refused', () => {
  it.each([
    ['/skill: good', 'good'],
    ['/skill:Good do it', 'good'],
    ['/skill:good,', 'good'],
  ])('%j: the name is suggested, and nothing is to be sent [F70]', async (text, suggestion) => {
    expect(await resolve([good, secret], text)).toEqual({
      kind: 'refused',
      message:
        'The name of a skill, made of a-z, 0-9 and single hyphens, must follow /skill: at once. Did you mean /skill:good?',
      suggestion,
    })
  })

  it.each([
    ['/skill:goood', 'There is no skill "goood". Did you mean /skill:good?', 'good'],
    ['/skill:secrt', 'There is no skill "secrt". Did you mean /skill:secret?', 'secret'],
    ['/skill:deploy', 'There is no skill "deploy". There are: /skill:good, /skill:secret.', undefined],
    ['/skill:', 'Write the name of a skill right after /skill:. There are: /skill:good, /skill:secret.', undefined],
    [
      '/skill:Zebra',
      'The name of a skill, made of a-z, 0-9 and single hyphens, must follow /skill: at once. There are: /skill:good, /skill:secret.',
      undefined,
    ],
  ])('%j says what to do, hidden skills included [F70] [F72]', async (text, message, suggestion) => {
    expect(await resolve([good, secret], text)).toEqual({
      kind: 'refused',
      message,
      ...(suggestion !== undefined && { suggestion }),
    })
  })

  it('says when there are no skills at all, and keeps a long list short', async () => {
    expect(await resolve([], '/skill:')).toMatchObject({
      message: expect.stringContaining('There are no skills here.'),
    })
    const many = Array.from({ length: 60 }, (_, index) => ({ ...good, name: `s${index}-${'x'.repeat(100)}` }))
    const line = await resolve(many, '/skill:')
    expect(line).toMatchObject({ message: expect.stringMatching(/, 10 more\.$/) })
    expect(line.kind === 'refused' && line.message.length).toBeLessThan(5_000)
  })

  it('quotes at most 64 characters of a name [C9]', async () => {
    const line = await resolve([good], `/skill:${'a'.repeat(1_000_000)}`)
    expect(line).toMatchObject({ message: `There is no skill "${'a'.repeat(61)}...". There is: /skill:good.` })
  })

  it('says why the file of that name does not load', async () => {
    const problem = {
      code: 'provider-failed',
      severity: 'error',
      message: 'The header is never closed.',
      path: '/skills/tea/SKILL.md',
      line: 1,
      hint: 'Close it.',
      skill: 'tea',
    } as const
    const broken: SkillProvider = {
      name: 'broken',
      list: async () => ({ candidates: [], problems: [{ ...problem, severity: 'note' }, problem] }),
      get: async () => undefined,
    }
    const { registry } = registryOf([good], broken)
    expect(await resolveSkillLine(registry, '/skill:tea', { cwd: CWD })).toEqual({
      kind: 'refused',
      message: 'The skill "tea" does not load: /skills/tea/SKILL.md:1: The header is never closed. (Close it.)',
    })
  })

  it('says when a source of skills did not answer, and when a skill cannot be read just now', async () => {
    const down: SkillProvider = {
      name: 'down',
      list: () => Promise.reject(new Error('no route')),
      get: async () => undefined,
    }
    const { registry } = registryOf([good], down)
    expect(await resolveSkillLine(registry, '/skill:tea', { cwd: CWD })).toMatchObject({
      message:
        'There is no skill "tea". Some skills could not be read just now, so it may help to try again. There is: /skill:good.',
    })
    const flaky: SkillProvider = { ...createMemoryProvider({ name: 'flaky', skills: [good] }) }
    const failing = registryOf([], { ...flaky, get: () => Promise.reject(new Error('the disk is gone')) })
    expect(await resolveSkillLine(failing.registry, '/skill:good', { cwd: CWD })).toEqual({
      kind: 'refused',
      message: 'Skill "good" could not be loaded now: the disk is gone. Try again in a moment.',
    })
  })

  it('throws when a provider breaks its interface, with its name', async () => {
    const broken: SkillProvider = {
      name: 'broken',
      list: async () => [{ name: 1 } as never],
      get: async () => undefined,
    }
    const { registry } = registryOf([good], broken)
    await expect(resolveSkillLine(registry, '/skill:good', { cwd: CWD })).rejects.toThrow('broken')
  })
})

it('leaves prose alone and asks nobody', async () => {
  const { registry } = registryOf([], {
    name: 'never',
    list: () => Promise.reject(new Error('asked')),
    get: () => Promise.reject(new Error('asked')),
  })
  expect(await resolveSkillLine(registry, 'please /skill:good', { cwd: CWD })).toEqual({ kind: 'prose' })
})

describe('abort', () => {
  const resourceBase = { kind: 'directory', path: '/skills/good' } as const

  it.each([
    ['/skill:good', 3],
    ['/skill:none', 2],
    ['/skill:Good', 1],
    ['/skill:', 1],
  ])(
    '%j ends with the reason at each of its awaited calls, leaves nothing behind, and works later [R10]',
    async (text, count) => {
      let calls = 0
      let abortAt = 0
      let controller = new AbortController()
      const reason = new Error('stop')
      const touch = async <T>(value: T): Promise<T> => {
        calls += 1
        if (calls === abortAt) controller.abort(reason)
        await Promise.resolve()
        return value
      }
      const memory = createMemoryProvider({ name: 'counted', skills: [{ ...good, resourceBase }] })
      const counted: SkillProvider = {
        name: 'counted',
        // Incomplete, so that each lookup asks again.
        list: async (options) => touch({ candidates: [...((await memory.list(options)) as [])], complete: false }),
        get: async (candidate, options) => touch(await memory.get(candidate, options)),
      }
      const { registry } = registryOf([], counted)
      const files = { realPath: (path: string) => touch(path) }
      const run = () => resolveSkillLine(registry, text, { cwd: CWD, signal: controller.signal, files })
      for (abortAt = 1; abortAt <= count; abortAt += 1) {
        calls = 0
        controller = new AbortController()
        await expect(run()).rejects.toBe(reason)
        expect(getEventListeners(controller.signal, 'abort')).toEqual([])
      }
      calls = 0
      controller = new AbortController()
      expect((await run()).kind).toBe(text === '/skill:good' ? 'turn' : 'refused')
      expect(calls).toBe(count)
    },
  )

  it('before the start asks nobody [R10]', async () => {
    const { registry } = registryOf([good])
    const reason = new Error('stop')
    const signal = AbortSignal.abort(reason)
    for (const text of ['/skill:good', '/skill:', '/skill:Good']) {
      await expect(resolveSkillLine(registry, text, { cwd: CWD, signal })).rejects.toBe(reason)
    }
  })
})
