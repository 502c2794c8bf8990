import { z } from 'zod'

/** Headers that belong to the connection or to the request body. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

const baseUrl = z
  .string()
  .trim()
  .superRefine((text, issues) => {
    const problem = endpointUrlProblem(text)
    if (problem !== undefined) issues.addIssue({ code: 'custom', message: problem.message })
  })

const apiKey = z
  .string()
  .trim()
  .min(1, 'the key is empty: leave it out where the endpoint asks for none')
  .regex(/^[\x21-\x7e]*$/, 'the key holds a blank, a line break or a character beyond ASCII')

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'not the name of a header')
  .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), 'this header is set by the adapter itself')

const headerValue = z.string().regex(/^[\x20-\x7e]*$/, 'a header value holds a line break or a character beyond ASCII')

const milliseconds = z.int().min(1).max(3_600_000)

/** Where requests go and how long they may take. Everything secret stands here and nowhere else. */
export const Config = z
  .strictObject({
    baseUrl: baseUrl
      .meta({ title: 'an http address', examples: ['https://api.example.com/v1'] })
      .default('https://api.deepseek.com')
      .describe('address of an OpenAI-compatible endpoint; `/chat/completions` is appended to its path, a query stays'),
    apiKey: apiKey
      .meta({ title: 'the key itself: text without blanks', examples: ['none, where the server asks for none'] })
      .optional()
      .describe('the key, sent as `authorization: Bearer …`'),
    headers: z
      .record(headerName, headerValue)
      .meta({ title: 'a map of header names and texts', examples: ['{ x-team: tea }'] })
      .default({})
      .describe('more headers of each request, sent to the server of this endpoint alone'),
    maxRetries: z
      .int()
      .min(0)
      .max(10)
      .default(2)
      .describe('how often a call that failed in a passing way is tried again'),
    firstByteTimeoutMs: milliseconds.default(300_000).describe('how long the first byte of an answer may take'),
    idleTimeoutMs: milliseconds
      .default(300_000)
      .describe('how long the next event of an answer may take; comments do not count'),
  })
  .prefault({})

/** What a person writes. */
export type Config = z.input<typeof Config>

/** The same, with the defaults filled in. */
export type Settings = z.output<typeof Config>

/** Why requests cannot be sent to an address, and what to do. The address is never quoted: it may hold a password. */
export interface EndpointUrlProblem {
  readonly message: string
  readonly hint: string
}

/** `undefined` when requests can be sent to `text`. */
export function endpointUrlProblem(text: string): EndpointUrlProblem | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return { message: 'not an http address', hint: 'for example https://api.example.com/v1' }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      message: 'the address of the endpoint holds a user name or password',
      hint: 'put the key into DSH_API_KEY, or apiKey',
    }
  }
  if (text.includes('#')) return { message: 'the address holds a fragment', hint: 'leave out what begins with #' }
  if (/\/chat\/completions\/*$/.test(url.pathname)) {
    return {
      message: 'the address names a call, not the endpoint',
      hint: 'leave out /chat/completions: it is appended',
    }
  }
  return undefined
}
