import { describe, expect, it } from 'vitest'
import { chooseModel, type ModelWishes } from '../src/model-choice.ts'
import { UsageError } from '../src/usage-error.ts'

const choose = (wishes: Partial<ModelWishes>): unknown => {
  try {
    return chooseModel({ offline: false, env: {}, ...wishes })
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} — ${error.hint}`
    throw error
  }
}

describe('which model answers', () => {
  it('is the offline responder without a key, and when asked for, whatever the environment holds', () => {
    expect(choose({})).toEqual({ adapter: 'offline', model: 'offline', reason: 'no-key' })
    expect(choose({ env: { DSH_API_KEY: '', DEEPSEEK_API_KEY: '' } })).toMatchObject({ reason: 'no-key' })
    expect(choose({ offline: true, model: 'm', env: { DEEPSEEK_API_KEY: 'k', DSH_BASE_URL: 'http://x' } })).toEqual({
      adapter: 'offline',
      model: 'offline',
      reason: 'asked',
    })
  })

  it('is DeepSeek with its key', () => {
    expect(choose({ env: { DEEPSEEK_API_KEY: 'k' } })).toEqual({
      adapter: 'openai-compatible',
      model: 'deepseek-flash',
      apiKey: 'k',
    })
    expect(choose({ env: { DEEPSEEK_API_KEY: 'k', DSH_API_KEY: 'd', DSH_MODEL: 'm' } })).toMatchObject({
      model: 'm',
      apiKey: 'd',
    })
  })

  it('is any endpoint with DSH_API_KEY; an option goes before the environment', () => {
    const env = { DSH_API_KEY: 'k', DSH_BASE_URL: 'http://127.0.0.1:1/v1', DSH_MODEL: 'a' }
    expect(choose({ env })).toEqual({
      adapter: 'openai-compatible',
      model: 'a',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'k',
    })
    expect(choose({ env, model: 'b', baseUrl: 'https://h/v2' })).toMatchObject({ model: 'b', baseUrl: 'https://h/v2' })
  })

  it('never takes the key of DeepSeek to another endpoint', () => {
    expect(choose({ env: { DEEPSEEK_API_KEY: 'k' }, baseUrl: 'http://h/v1', model: 'm' })).toBe(
      'no key for the endpoint http://h/v1 — set DSH_API_KEY (DSH_API_KEY=none where the server asks for none), or use --offline',
    )
  })

  it('takes the key of DeepSeek to DeepSeek, also when its address is given', () => {
    const env = { DEEPSEEK_API_KEY: 'k' }
    expect(choose({ env, baseUrl: 'https://api.deepseek.com/beta' })).toMatchObject({
      model: 'deepseek-flash',
      baseUrl: 'https://api.deepseek.com/beta',
      apiKey: 'k',
    })
    for (const baseUrl of ['http://api.deepseek.com', 'https://api.deepseek.com:8443', 'https://api.deepseek.com.x']) {
      expect(choose({ env, baseUrl, model: 'm' })).toContain(`no key for the endpoint ${baseUrl}`)
    }
  })

  it('takes the key of the file to the server of the file alone, and looks for it nowhere else', () => {
    const asked: string[] = []
    const apiKey = (): string => (asked.push('key'), 'f')
    const file = { baseUrl: 'https://h:1/v1', model: 'm', apiKey }
    expect(choose({ file })).toMatchObject({ model: 'm', baseUrl: 'https://h:1/v1', apiKey: 'f' })
    expect(choose({ file, baseUrl: 'https://h:1/v2' })).toMatchObject({ baseUrl: 'https://h:1/v2', apiKey: 'f' })
    expect(choose({ file: { apiKey } })).toMatchObject({ model: 'deepseek-flash', apiKey: 'f' })
    asked.length = 0
    for (const baseUrl of ['http://h:1/v1', 'https://h/v1', 'https://h:2/v1', 'https://x.h:1/v1']) {
      expect(choose({ file, baseUrl })).toContain(`no key for the endpoint ${baseUrl}`)
    }
    expect(choose({ file: { model: 'm', apiKey }, env: { DSH_BASE_URL: 'http://h' } })).toContain('no key for')
    expect(choose({ file, offline: true })).toMatchObject({ adapter: 'offline' })
    expect(choose({ file, env: { DSH_API_KEY: 'e' } })).toMatchObject({ apiKey: 'e', baseUrl: 'https://h:1/v1' })
    expect(asked).toEqual([])
  })

  it.each([
    ['m\r', 'm'],
    [' m ', 'm'],
    ['"m"\r\n', 'm'],
    ["'m'", 'm'],
    ['a "b"', 'a "b"'],
  ])('takes off what stands around a value: %j [G21]', (model, expected) => {
    const env = { DSH_MODEL: model, DSH_API_KEY: 'k\r', DSH_BASE_URL: ' "http://h/v1?api-version=1"\r' }
    const wanted = { model: expected, apiKey: 'k', baseUrl: 'http://h/v1?api-version=1' }
    expect(choose({ env })).toMatchObject(wanted)
    expect(choose({ env: { DSH_API_KEY: '"k"' }, model, baseUrl: 'http://h/v1?api-version=1 ' })).toMatchObject(wanted)
    expect(choose({ env: { DSH_MODEL: ' \r', DSH_BASE_URL: '""' } })).toMatchObject({ reason: 'no-key' })
  })

  it('takes the headers of the file to the server of the file alone; one of them may have the key [G21]', () => {
    const file = { baseUrl: 'https://h/v1', model: 'm', headers: { 'X-Api-Key': 'a' } }
    expect(choose({ file })).toEqual({
      adapter: 'openai-compatible',
      model: 'm',
      baseUrl: 'https://h/v1',
      headers: { 'X-Api-Key': 'a' },
    })
    const env = { DSH_API_KEY: 'k' }
    for (const baseUrl of ['http://h/v1', 'https://h:1/v1', 'https://x.h/v1']) {
      expect(choose({ file, env, baseUrl })).not.toHaveProperty('headers')
      expect(choose({ file, baseUrl })).toContain('no key for')
    }
    expect(choose({ file: { ...file, headers: { 'x-team': 'tea' } } })).toContain('no key for')
  })

  it.each([
    [{ model: 'm' }, 'no key for the model m — set DEEPSEEK_API_KEY or DSH_API_KEY'],
    [
      { env: { DSH_API_KEY: 'sk-a b' } },
      'the key in DSH_API_KEY holds a blank, a line break or a character beyond ASCII — ',
    ],
    [{ env: { DEEPSEEK_API_KEY: '“x”' } }, 'the key in DEEPSEEK_API_KEY holds a blank'],
    [{ baseUrl: 'foo', model: 'x' }, 'not an http address: foo — '],
    [{ baseUrl: 'http://u:p@h/v1' }, 'the address of the endpoint holds a user name or password: http://…@h/v1 — '],
    [{ env: { DSH_API_KEY: 'k' }, baseUrl: 'http://h/v1' }, 'an endpoint is named, but no model — '],
    [{ env: { DSH_API_KEY: 'k' }, baseUrl: 'h/v1', model: 'm' }, 'not an http address: h/v1 — '],
    [{ env: { DSH_API_KEY: 'k' }, baseUrl: 'ftp://h', model: 'm' }, 'not an http address: ftp://h — '],
    [{ baseUrl: 'u:p@h/v1' }, 'not an http address: …@h/v1 — '],
    [{ baseUrl: 'http://u:p/w@h/v1' }, 'not an http address: http://…@h/v1 — '],
    [
      { env: { DSH_API_KEY: 'k' }, baseUrl: 'http://h/v1?k=1#x', model: 'm' },
      'the address holds a fragment: http://h/v1?… — ',
    ],
    [{ baseUrl: 'http://h/v1?k=canary' }, 'no key for the endpoint http://h/v1?… — '],
    [{ env: { DSH_API_KEY: 'k' }, model: 'a\nb' }, 'the name of the model holds a line break'],
    [{ env: { DSH_API_KEY: 'k' }, baseUrl: 'http://h/v1/chat/completions', model: 'm' }, 'the address names a call'],
    [
      { env: { DSH_API_KEY: 'k' }, baseUrl: 'http://u:p@h', model: 'm' },
      'the address of the endpoint holds a user name',
    ],
  ] satisfies [Partial<ModelWishes>, string][])('%j is refused', (wishes, message) => {
    expect(choose(wishes)).toContain(message)
  })
})
