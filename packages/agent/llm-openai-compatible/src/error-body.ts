/** What an endpoint says about a failure. */
export interface ErrorBody {
  /** Empty when it says nothing that a person could read. */
  readonly message: string
  /** Its words for programs, one after the other. */
  readonly codes: string
  /** The HTTP status that it names, or that its words stand for: errors come in an answer of status 200, too. */
  readonly status?: number
}

/** Ways in which endpoints say that a request outgrew the model's window, lower case. */
const CONTEXT_LENGTH_PHRASES = [
  'context length',
  'context_length_exceeded',
  'context size',
  'context window',
  'exceed_context_size',
  'prompt is too long',
  'maximum prompt length',
  'input token count',
  'range of input length',
  'too many tokens',
  'model token limit',
  'reduce the length of the messages',
]

/** Words of errors, and the status that other endpoints have for them. The first that is found counts. */
const STATUS_WORDS: readonly (readonly [RegExp, number])[] = [
  [/insufficient_quota|rate.?limit|too.?many.?requests|throttl|resource_exhausted/i, 429],
  [/overload|unavailable|server.?error|internal.?error|capacity|server (?:is )?busy|temporar|bad.?gateway/i, 503],
  [/time.?out|timed.?out/i, 504],
  [/authentication|unauthori[sz]ed|invalid.?api.?key|incorrect api key/i, 401],
  [/permission_?(?:denied|error)/i, 403],
  [/insufficient (?:balance|credits)|billing/i, 402],
  [/model.?not.?found|not_found_error/i, 404],
  [/invalid.?request|bad.?request/i, 400],
]

/** Reads the text of an error response: JSON of any usual shape, or plain text. A web page says nothing. */
export function parseErrorBody(text: string): ErrorBody {
  const trimmed = text.trim()
  if (trimmed.startsWith('<')) return { message: '', codes: '' }
  return readErrorBody(parseJson(trimmed) ?? trimmed)
}

/** Reads an error that is JSON already. */
export function readErrorBody(value: unknown): ErrorBody {
  if (typeof value === 'string') return withStatus({ message: value, codes: '' }, [])
  if (!isRecord(value)) return { message: '', codes: '' }
  const inner = isRecord(value['error']) ? value['error'] : value
  const words = [inner['code'], inner['type'], inner['status'], inner['error']]
  const codes = words
    .slice(0, 3)
    .filter((word) => typeof word === 'string')
    .join(' ')
  const message = firstText(inner['message'], inner['error'], inner['detail'], inner['msg'], firstOf(inner['detail']))
  return withStatus({ message, codes }, [...words, inner['status_code']])
}

/** Whether the value of a field `error` tells of one: many answers have an empty one. */
export function isErrorBody(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value === 'boolean' || typeof value === 'number') return Boolean(value)
  if (Array.isArray(value)) return value.length > 0
  return isRecord(value) && Object.values(value).some((field) => field !== null && field !== '' && field !== 0)
}

export function isContextLength({ message, codes }: ErrorBody): boolean {
  const text = `${codes} ${message}`.toLowerCase()
  return CONTEXT_LENGTH_PHRASES.some((phrase) => text.includes(phrase))
}

function withStatus(body: ErrorBody, numbers: readonly unknown[]): ErrorBody {
  const named = numbers.map(Number).find((number) => number >= 400 && number < 600)
  if (named !== undefined) return { ...body, status: named }
  if (isContextLength(body)) return { ...body, status: 400 }
  // Its words for programs are the surer sign.
  for (const text of [body.codes, body.message]) {
    const found = STATUS_WORDS.find(([word]) => word.test(text))
    if (found) return { ...body, status: found[1] }
  }
  return body
}

/** What a server that checks its input says of the first field that it refuses. */
function firstOf(detail: unknown): unknown {
  const first: unknown = Array.isArray(detail) ? detail[0] : detail
  return isRecord(first) ? (first['msg'] ?? first['message']) : first
}

function firstText(...values: readonly unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the text speaks for itself.
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
