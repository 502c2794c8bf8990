/** What a strict server knows that others do not. */
export interface StrictOptions {
  /** Fields of reasoning that it sent itself, and takes back. */
  readonly reasoningFields?: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const REQUEST_FIELDS = ['model', 'messages', 'tools', 'temperature', 'max_tokens', 'stream', 'stream_options']
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Why a strict server of the chat completions protocol answers 400 to this body; undefined: it takes it.
 *
 * It refuses what the OpenAI reference refuses, and what stricter servers and their templates refuse besides: unknown
 * fields, roles that do not take turns, half surrogate pairs.
 */
export function refusalOf(bodyText: string, { reasoningFields = [] }: StrictOptions = {}): string | undefined {
  try {
    checkRequest(JSON.parse(bodyText), reasoningFields)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Refusal) return error.message
    throw error
  }
}

class Refusal extends Error {}

function refuse(isFault: boolean, message: string): void {
  if (isFault) throw new Refusal(message)
}

function checkRequest(body: unknown, reasoningFields: readonly string[]): void {
  const request = fieldsOf(body, 'the body')
  checkUnicode(request)
  checkFields(request, REQUEST_FIELDS, 'the body')
  refuse(typeof request['model'] !== 'string' || request['model'] === '', 'model: a name is required')
  const tools = listOf(request['tools'] ?? [], 'tools')
  refuse(request['tools'] !== undefined && tools.length === 0, 'tools: the list is empty')
  const names = tools.map(checkTool)
  refuse(new Set(names).size < names.length, 'tools: two have one name')
  checkMessages(listOf(request['messages'], 'messages'), reasoningFields)
}

function checkTool(value: unknown, index: number): unknown {
  const tool = fieldsOf(fieldsOf(value, `tools[${index}]`)['function'], `tools[${index}].function`)
  refuse(!TOOL_NAME.test(String(tool['name'])), `tools[${index}]: the name does not match ${TOOL_NAME}`)
  fieldsOf(tool['parameters'], `tools[${index}].parameters`)
  return tool['name']
}

function checkMessages(values: readonly unknown[], reasoningFields: readonly string[]): void {
  const ids = new Set<string>()
  let open: string[] = []
  let last = ''
  for (const [index, value] of values.entries()) {
    const at = `messages[${index}]`
    const message = fieldsOf(value, at)
    const role = String(message['role'])
    refuse(role !== 'tool' && open.length > 0, `${at}: the calls ${open.join(', ')} have no result`)
    refuse(role === 'system' && index > 0, `${at}: the system message is not the first`)
    refuse(role === last && role !== 'tool', `${at}: two ${role} messages side by side`)
    refuse(role === 'user' && last === 'tool', `${at}: a user message right behind a tool message`)
    refuse(role === 'assistant' && index === 0, `${at}: the conversation begins with an answer`)
    if (role === 'assistant') {
      open = checkAnswer(message, at, ids, reasoningFields)
    } else if (role === 'tool') {
      checkFields(message, ['role', 'tool_call_id', 'content'], at)
      refuse(!open.includes(String(message['tool_call_id'])), `${at}: a result without a call`)
      open = open.filter((id) => id !== message['tool_call_id'])
    } else {
      refuse(role !== 'user' && role !== 'system', `${at}: unknown role ${role}`)
      checkFields(message, ['role', 'content'], at)
    }
    refuse(role !== 'assistant' && typeof message['content'] !== 'string', `${at}: content is not text`)
    last = role
  }
  refuse(open.length > 0, `the calls ${open.join(', ')} have no result`)
  refuse(last !== 'user' && last !== 'tool', 'messages: the last one is from neither user nor tool')
}

/** Returns the ids of the calls. */
function checkAnswer(message: Fields, at: string, ids: Set<string>, reasoningFields: readonly string[]): string[] {
  checkFields(message, ['role', 'content', 'tool_calls', ...reasoningFields], at)
  const { content, tool_calls: calls } = message
  if (calls === undefined) {
    refuse(typeof content !== 'string' || content.trim() === '', `${at}: an empty answer`)
    return []
  }
  refuse(content !== null && typeof content !== 'string', `${at}: content is not text`)
  const list = listOf(calls, `${at}.tool_calls`)
  refuse(list.length === 0, `${at}: the list of calls is empty`)
  return list.map((value) => {
    const call = fieldsOf(value, `${at}.tool_calls`)
    checkFields(call, ['id', 'type', 'function'], at)
    const id = call['id']
    refuse(typeof id !== 'string' || id === '' || ids.has(id), `${at}: a call without an id of its own`)
    refuse(call['type'] !== 'function', `${at}: the type of a call is not function`)
    const called = fieldsOf(call['function'], `${at}.function`)
    refuse(!TOOL_NAME.test(String(called['name'])), `${at}: the name of a call does not match ${TOOL_NAME}`)
    refuse(typeof called['arguments'] !== 'string', `${at}: arguments are not text`)
    checkUnicode(fieldsOf(JSON.parse(String(called['arguments'])), `${at}.arguments`))
    ids.add(String(id))
    return String(id)
  })
}

function checkFields(fields: Fields, known: readonly string[], at: string): void {
  for (const field of Object.keys(fields)) refuse(!known.includes(field), `${at}: unknown field ${field}`)
}

function checkUnicode(value: Fields): void {
  JSON.stringify(value, (key, entry: unknown) => {
    refuse(!key.isWellFormed() || (typeof entry === 'string' && !entry.isWellFormed()), 'half a surrogate pair')
    return entry
  })
}

function fieldsOf(value: unknown, at: string): Fields {
  refuse(typeof value !== 'object' || value === null || Array.isArray(value), `${at}: not an object`)
  return value as Fields
}

function listOf(value: unknown, at: string): readonly unknown[] {
  refuse(!Array.isArray(value), `${at}: not a list`)
  return value as readonly unknown[]
}
