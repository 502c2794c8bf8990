import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type EndpointReply, replyContentType, replyPieces } from './endpoint-reply.ts'

export interface ChatMessage {
  readonly role: string
  readonly content: string | null
  readonly reasoning_content?: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

/** The parsed body of a request. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly {
    readonly type: string
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object }
  }[]
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly [field: string]: unknown
}

/** One request as it came in. */
export interface EndpointRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Tells connections apart. */
  readonly clientPort: number
  /** The exact text of the body. */
  readonly bodyText: string
  readonly body: ChatRequest
}

/** A string is a streamed answer of that text. */
export type ScriptedEndpointReply = string | EndpointReply
type ReplyFunction = (
  body: ChatRequest,
  request: EndpointRequest,
  index: number,
) => ScriptedEndpointReply | Promise<ScriptedEndpointReply>

export type EndpointScript = readonly (ScriptedEndpointReply | ReplyFunction)[] | ReplyFunction

export interface Endpoint {
  /** The base address, without a trailing slash: `http://127.0.0.1:<port>/v1`. */
  readonly url: string
  /** Every request so far, in order. */
  readonly requests: readonly EndpointRequest[]
  /** Resolves when so many requests have come in. */
  requestsReached(count: number): Promise<void>
  /** Resolves when no connection is open any more. */
  allConnectionsClosed(): Promise<void>
  /** Destroys every connection. Called when the test ends. */
  close(): Promise<void>
}

/**
 * A server on 127.0.0.1 that answers `POST /v1/chat/completions` by a script: one reply for each request, or a function
 * of the request. A request that the script does not foresee is answered with status 400 and a sentence that says so.
 */
export async function startEndpoint(script: EndpointScript): Promise<Endpoint> {
  const requests: EndpointRequest[] = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  const reached = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (!isReached()) return
        watchers.delete(watch)
        resolve()
      }
      watchers.add(watch)
      watch()
    })
  const notify = (): void => watchers.forEach((watch) => watch())

  let calls = 0
  const server = createServer((message, response) => {
    void answer(message, response)
  })
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message)
    if (message.socket.destroyed) return
    const index = requests.push(request) - 1
    notify()
    const reply = await chooseReply(script, request, index)
    await send(reply, request, response, () => `call_${++calls}`)
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // A client that goes away is part of the tests.
    socket.on('close', () => {
      sockets.delete(socket)
      notify()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    requestsReached: (count) => reached(() => requests.length >= count),
    allConnectionsClosed: () => reached(() => sockets.size === 0),
    close,
  }
}

async function readRequest(message: IncomingMessage): Promise<EndpointRequest> {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => message.on('end', resolve).on('close', resolve))
  const bodyText = Buffer.concat(chunks).toString()
  const { method = '', url: path = '', headers, socket } = message
  return { method, path, headers, clientPort: socket.remotePort ?? 0, bodyText, body: parseBody(bodyText) }
}

function parseBody(text: string): ChatRequest {
  try {
    return JSON.parse(text) as ChatRequest
  } catch {
    // Not JSON: the text is there for the test to look at.
    return { model: '', messages: [] }
  }
}

async function chooseReply(script: EndpointScript, request: EndpointRequest, index: number): Promise<EndpointReply> {
  if (request.method !== 'POST' || request.path.split('?')[0] !== '/v1/chat/completions') {
    return failure(404, `There is no ${request.method} ${request.path} here.`)
  }
  const step = typeof script === 'function' ? script : script[index]
  if (step === undefined) return failure(400, `The script has no reply number ${index + 1}.`)
  try {
    const reply = typeof step === 'function' ? await step(request.body, request, index) : step
    return typeof reply === 'string' ? { text: reply } : reply
  } catch (error) {
    // An assertion that fails in the script reaches the test through the client.
    return failure(400, `The script failed: ${String(error)}`)
  }
}

function failure(status: number, message: string): EndpointReply {
  return { status, body: { error: { message, type: 'invalid_request_error' } } }
}

async function send(
  reply: EndpointReply,
  request: EndpointRequest,
  response: ServerResponse,
  nextCallId: () => string,
): Promise<void> {
  const { body } = request
  const includeUsage = body.stream_options?.include_usage === true
  const pieces = replyPieces(reply, { model: body.model, includeUsage, nextCallId })
  if (reply.delayMs !== undefined) await setTimeout(reply.delayMs)
  if (reply.hangs === 'head') return
  if (reply.drops || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(reply.status ?? 200, { 'content-type': replyContentType(reply), ...reply.headers })
  response.flushHeaders()
  if (reply.cutAfterBytes !== undefined) {
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    response.write(bytes.subarray(0, reply.cutAfterBytes), () => response.destroy())
    return
  }
  const sent = reply.hangs === 'end' ? pieces.slice(0, -1) : pieces
  for (const piece of sent) if (piece.length > 0) response.write(piece)
  if (reply.hangs !== 'end') response.end()
}
