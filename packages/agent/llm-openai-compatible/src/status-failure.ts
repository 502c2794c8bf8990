import { type ErrorBody, isContextLength, parseErrorBody } from './error-body.ts'
import type { Failure } from './failure.ts'
import { parseRetryAfter } from './retry.ts'
import type { Site } from './site.ts'

/** The server took too long, or is not ready: the next try may work. */
const PASSING_STATUSES = new Set([408, 409, 425])

/** The parts of a response that is no answer. */
export interface RefusedResponse {
  readonly status: number
  /** As far as it was read. */
  readonly bodyText: string
  readonly retryAfter: string | null
  readonly location: string | null
}

/** What a status other than 2xx means to the person who waits. */
export function statusFailure(response: RefusedResponse, model: string, site: Site, nowMs: number): Failure {
  const { status } = response
  if (status < 400) return { ...redirected(response, site), status }
  const body = parseErrorBody(response.bodyText)
  const retryAfterMs = parseRetryAfter(response.retryAfter, nowMs)
  const refusesStreamOptions = [400, 422].includes(status) && /stream_options|include_usage/.test(response.bodyText)
  return {
    ...errorFailure({ ...body, status }, { model, site, retryAfterMs }),
    ...(refusesStreamOptions && { refusesStreamOptions }),
  }
}

/** What an error means that has a status, of its own or from its words. */
export function errorFailure(
  body: ErrorBody & { readonly status: number },
  {
    model,
    site,
    retryAfterMs,
  }: { readonly model: string; readonly site: Site; readonly retryAfterMs?: number | undefined },
): Failure {
  const { status } = body
  const detail = body.message === '' ? `${status}` : `${status}: ${site.quote(body.message)}`
  const at = site.address
  if (status === 401 || status === 403) return { ...refusedKey(status, detail, site), status }
  if (status === 402) {
    return {
      kind: 'rejected',
      status,
      what: `The account at ${at} has no credit left (${detail}).`,
      advice: `Top it up, or set another key: ${site.keySettings}.`,
    }
  }
  if (status === 404) {
    return {
      kind: 'not-found',
      status,
      what: `${at} knows no such model or address (${detail}).`,
      advice: `Check the model, DSH_MODEL (now ${site.quote(model)}), and the address, DSH_BASE_URL.`,
    }
  }
  if (status === 429) return { ...limited(body, detail, site, retryAfterMs), status }
  if (status >= 500 || PASSING_STATUSES.has(status)) {
    return {
      kind: 'server',
      status,
      what: `${at} failed (${detail}).`,
      advice: `Try again later.${waitSentence(retryAfterMs)}`,
      isPassing: true,
      retryAfterMs,
    }
  }
  if (status === 413 || isContextLength(body)) return { ...tooLong(detail, model, site), status }
  return {
    kind: 'rejected',
    status,
    what: `${at} rejected the request (${detail}).`,
    advice: 'Check that this endpoint and model take the request: its messages, tools and parameters.',
  }
}

/** The request outgrew the window of the model. */
export function tooLong(detail: string, model: string, site: Site): Failure {
  return {
    kind: 'context-length',
    what: `The request is too long for the model ${site.quote(model)} (${detail}).`,
    advice: 'Start a new session, or set a model with a larger window: DSH_MODEL.',
  }
}

function refusedKey(status: number, detail: string, site: Site): Failure {
  if (!site.hasKey) {
    return {
      kind: 'auth',
      what: `${site.address} asks for a key (${detail}), and none is set.`,
      advice: `Set ${site.keySettings}.`,
    }
  }
  if (status === 401) {
    return {
      kind: 'auth',
      what: `${site.address} did not accept the key (${detail}).`,
      advice: `Set a valid one: ${site.keySettings}.`,
    }
  }
  return {
    kind: 'auth',
    what: `${site.address} refused access (${detail}).`,
    advice: `Check what the key in ${site.keySettings} may do.`,
  }
}

/** A used-up quota does not come back in a moment; a rate limit does. */
function limited(body: ErrorBody, detail: string, site: Site, retryAfterMs: number | undefined): Failure {
  const isQuota = body.codes.includes('insufficient_quota')
  return {
    kind: 'rate-limit',
    what: `${site.address} takes no more requests for now (${detail}).`,
    advice: isQuota
      ? `Its quota is used up: raise it, or set another key: ${site.keySettings}.`
      : `Wait, then try again.${waitSentence(retryAfterMs)}`,
    isPassing: !isQuota,
    retryAfterMs,
  }
}

function redirected({ status, location }: RefusedResponse, site: Site): Failure {
  const target = location === null ? undefined : URL.parse(location, site.address)
  const where = target ? ` to ${site.quote(`${target.protocol}//${target.host}${target.pathname}`)}` : ''
  return {
    kind: 'invalid-response',
    what: `${site.address} redirects${where} (${status}); that is not followed, so that the key goes nowhere else.`,
    advice: 'Set DSH_BASE_URL to the final address.',
  }
}

function waitSentence(retryAfterMs: number | undefined): string {
  return retryAfterMs ? ` The endpoint asks to wait ${Math.ceil(retryAfterMs / 1000)} s.` : ''
}
