import { Context } from '@deepseek-ai/cordis'
import * as llm from '@deepseek-ai/dsh-llm'
import { expect, it } from 'vitest'
import { Config } from '../src/index.ts'
import * as openaiCompatible from '../src/index.ts'

const messageOf = (config: unknown): string => {
  const { error } = Config.safeParse(config)
  return error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') ?? ''
}

it('is DeepSeek with generous limits when nothing is set', () => {
  const defaults = {
    baseUrl: 'https://api.deepseek.com',
    headers: {},
    maxRetries: 2,
    firstByteTimeoutMs: 300_000,
    idleTimeoutMs: 300_000,
  }
  expect(Config.parse(undefined)).toEqual(defaults)
  expect(Config.parse({ baseUrl: undefined, apiKey: undefined })).toEqual(defaults)
})

it('takes away the line break that a file leaves behind a value', () => {
  const config = { apiKey: ' key\n', baseUrl: ' http://127.0.0.1/v1/\n' }
  expect(Config.parse(config)).toMatchObject({ apiKey: 'key', baseUrl: 'http://127.0.0.1/v1/' })
})

it.each([
  [{ baseUrl: 'api.example.com' }, 'baseUrl: not an http address'],
  [{ baseUrl: 'file:///etc/passwd' }, 'baseUrl: not an http address'],
  [{ baseUrl: '' }, 'baseUrl: not an http address'],
  [{ baseUrl: 'https://user@example.com' }, 'baseUrl: the address of the endpoint holds a user name or password'],
  [
    { baseUrl: 'https://:canary-pass@example.com' },
    'baseUrl: the address of the endpoint holds a user name or password',
  ],
  [{ baseUrl: 'https://example.com/v1?key=canary#x' }, 'baseUrl: the address holds a fragment'],
  [{ baseUrl: 'https://example.com/v1/chat/completions' }, 'baseUrl: the address names a call'],
  [{ baseUrl: 'https://example.com/v1/chat/completions?a=1' }, 'baseUrl: the address names a call'],
  [{ apiKey: '' }, 'apiKey: the key is empty'],
  [{ apiKey: ' ' }, 'apiKey: the key is empty'],
  [{ apiKey: 'canary one' }, 'apiKey: the key holds a blank'],
  [{ apiKey: 'canary\r\nx: y' }, 'apiKey: the key holds a blank'],
  [{ apiKey: 'canary—' }, 'apiKey: the key holds a blank'],
  [{ headers: { 'x y': 'a' } }, 'headers.x y: '],
  [{ headers: { 'Content-Type': 'a' } }, 'headers.Content-Type: '],
  [{ headers: { 'x-a': 'canary\n' } }, 'headers.x-a: a header value holds a line break'],
  [{ maxRetries: -1 }, 'maxRetries: '],
  [{ maxRetries: 11 }, 'maxRetries: '],
  [{ maxRetries: 1.5 }, 'maxRetries: '],
  [{ firstByteTimeoutMs: 0 }, 'firstByteTimeoutMs: '],
  [{ idleTimeoutMs: 1e9 }, 'idleTimeoutMs: '],
  [{ key: 'x' }, 'key'],
])('refuses %j with a reason that does not repeat the value [D6]', (config, message) => {
  expect(messageOf(config)).toContain(message)
  expect(messageOf(config)).not.toContain('canary')
})

it('fails at load, not at the first request', async () => {
  const ctx = new Context()
  await ctx.plugin(llm)
  await expect(ctx.plugin(openaiCompatible, { baseUrl: 'nowhere' })).rejects.toThrow('not an http address')
})
