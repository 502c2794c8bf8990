/** What an endpoint says about a failure. */
export interface ErrorBody {
  /** Empty when it says nothing that a person could read. */
  readonly message: string
  /** Its words for programs, one after the other. */
  readonly codes: string
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

/** Reads the text of an error response: JSON of any usual shape, or plain text. A web page says nothing. */
export function parseErrorBody(text: string): ErrorBody {
  const trimmed = text.trim()
  if (trimmed.startsWith('<')) return { message: '', codes: '' }
  return readErrorBody(parseJson(trimmed) ?? trimmed)
}

/** Reads an error that is JSON already. */
export function readErrorBody(value: unknown): ErrorBody {
  if (typeof value === 'string') return { message: value, codes: '' }
  if (!isRecord(value)) return { message: '', codes: '' }
  const inner = isRecord(value['error']) ? value['error'] : value
  const codes = [inner['code'], inner['type']].filter((code) => typeof code === 'string')
  return {
    message: firstText(inner['message'], inner['error'], inner['detail']),
    codes: codes.join(' '),
  }
}

export function isContextLength({ message, codes }: ErrorBody): boolean {
  const text = `${codes} ${message}`.toLowerCase()
  return CONTEXT_LENGTH_PHRASES.some((phrase) => text.includes(phrase))
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
