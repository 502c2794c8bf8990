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
    const fault = baseUrlFault(text)
    if (fault !== undefined) issues.addIssue({ code: 'custom', message: fault })
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
    /** Base address of the endpoint; `/chat/completions` is appended to its path. A query stays. */
    baseUrl: baseUrl.default('https://api.deepseek.com'),
    /** Sent as `authorization: Bearer …`. */
    apiKey: apiKey.optional(),
    /** Sent with every request; they go before the adapter's own. */
    headers: z.record(headerName, headerValue).default({}),
    /** How often a call that failed in a passing way is made again. */
    maxRetries: z.int().min(0).max(10).default(2),
    /** How long the first byte of an answer may take, in ms. */
    firstByteTimeoutMs: milliseconds.default(300_000),
    /** How long nothing of an answer may come once bytes do, in ms. */
    idleTimeoutMs: milliseconds.default(300_000),
  })
  .prefault({})

/** What a person writes. */
export type Config = z.input<typeof Config>

/** The same, with the defaults filled in. */
export type Settings = z.output<typeof Config>

/** The address is never quoted: it may hold a password. */
function baseUrlFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'not an http address, for example https://api.deepseek.com'
  }
  if (url.username !== '' || url.password !== '') {
    return 'the address holds a user name or password: use apiKey or headers'
  }
  if (text.includes('#')) return 'the address holds a fragment'
  if (/\/chat\/completions\/*$/.test(url.pathname)) return 'leave /chat/completions out: it is appended'
  return undefined
}
