import type { EnvHttpProxyAgent } from 'undici'
import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import { type Deadline, DeadlinePassed } from './deadline.ts'
import { parseErrorBody } from './error-body.ts'
import type { Failure } from './failure.ts'
import type { Libraries } from './libraries.ts'
import { networkFailure, nothingSent } from './network-failure.ts'
import type { Site } from './site.ts'
import { statusFailure } from './status-failure.ts'

const MAX_ERROR_BYTES = 64 * 1024
/** An error response is read no longer than this. */
const ERROR_BODY_TIMEOUT_MS = 2000

/** One HTTP request, and what it takes to make it. */
export interface Call {
  readonly settings: Settings
  readonly site: Site
  readonly libraries: Libraries
  readonly dispatcher: EnvHttpProxyAgent
  readonly deadline: Deadline
  readonly model: string
  readonly body: string
  readonly sessionId: string | undefined
  readonly clock: Clock
}

export type PostResult = { readonly body: AsyncIterable<Uint8Array> } | { readonly failure: Failure }

type HttpResponse = Awaited<ReturnType<Libraries['fetch']>>

/** Sends one request. A failure is a result; what is thrown is the caller's reason to abort. */
export async function post(call: Call): Promise<PostResult> {
  const { settings, site, deadline } = call
  deadline.set(settings.firstByteTimeoutMs, noAnswer(site, settings.firstByteTimeoutMs))
  let response: HttpResponse
  try {
    response = await call.libraries.fetch(site.url, {
      method: 'POST',
      headers: requestHeaders(call),
      body: call.body,
      signal: deadline.signal,
      dispatcher: call.dispatcher,
      // fetch takes x-api-key and its like along to other origins, so no redirect is followed.
      redirect: 'manual',
    })
  } catch (error) {
    const { aborted, reason } = deadline.signal
    if (reason instanceof DeadlinePassed) return { failure: reason.failure }
    if (aborted) throw reason
    return { failure: networkFailure(error, site) }
  }
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && response.body && !isWebPage(type)) return { body: response.body }
  return { failure: await readFailure(response, type, call) }
}

function isWebPage(type: string): boolean {
  return /^text\/html/i.test(type)
}

function requestHeaders({ settings, sessionId }: Call): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'text/event-stream',
    // Compression holds back the pieces of a stream.
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': 'dsh',
  }
  if (settings.apiKey !== undefined) headers['authorization'] = `Bearer ${settings.apiKey}`
  if (sessionId !== undefined) headers['x-session-affinity'] = encodeURIComponent(sessionId.toWellFormed())
  for (const [name, value] of Object.entries(settings.headers)) headers[name.toLowerCase()] = value
  return headers
}

async function readFailure(response: HttpResponse, type: string, call: Call): Promise<Failure> {
  const { site, model, deadline } = call
  deadline.set(ERROR_BODY_TIMEOUT_MS, noAnswer(site, ERROR_BODY_TIMEOUT_MS))
  const bodyText = await readErrorText(response)
  deadline.clear()
  const { status, headers } = response
  if (!response.ok) {
    const refused = { status, bodyText, retryAfter: headers.get('retry-after'), location: headers.get('location') }
    return statusFailure(refused, model, site, call.clock.now())
  }
  if (bodyText.trim() === '' && !isWebPage(type)) return { ...nothingSent(`${status}, an empty body`, site), status }
  const detail = site.quote(parseErrorBody(bodyText).message) || site.quote(type)
  return {
    kind: 'invalid-response',
    status,
    what: `${site.address} did not stream an answer (${status}: ${detail}).`,
    advice: 'Check DSH_BASE_URL: many endpoints end in /v1.',
  }
}

/** The first part of a body. One that breaks off, stalls or is no valid gzip is as good as it goes: the status counts. */
async function readErrorText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(bytes)
      total += bytes.length
      if (total >= MAX_ERROR_BYTES) break
    }
  } catch {
    // See above.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES).toString()
}

/** Waited for once more, no oftener: each wait may be long. */
function noAnswer(site: Site, ms: number): Failure {
  return {
    kind: 'network',
    what: `${site.address} did not answer within ${ms / 1000} s.`,
    advice: 'Try again later, or check DSH_BASE_URL.',
    isPassing: true,
    maxRetries: 1,
  }
}
