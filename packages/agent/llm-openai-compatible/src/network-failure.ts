import type { Failure } from './failure.ts'
import type { Site } from './site.ts'

/** The innermost error of a chain of causes: the one that says what happened. */
interface Root {
  readonly code: string
  readonly message: string
}

const PASSING_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

/** What it means that no response came: nothing was streamed yet. */
export function networkFailure(error: unknown, site: Site): Failure {
  const root = rootOf(error)
  const failure = { kind: 'network', isPassing: PASSING_CODES.has(root.code) } as const
  if (root.code === 'ECONNREFUSED') {
    return {
      ...failure,
      // The system's message has the address, which is another one where a proxy is set.
      what: `Nothing answers at ${site.address} (${site.quote(root.message) || 'connection refused'}).`,
      advice: 'Start the server there, or check DSH_BASE_URL.',
    }
  }
  if (root.code === 'ENOTFOUND' || root.code === 'EAI_AGAIN') {
    return {
      ...failure,
      what: `The host ${site.host} was not found (${root.code}).`,
      advice: 'Check the network, and DSH_BASE_URL.',
    }
  }
  if (/CERT|SELF_SIGNED|VERIFY/.test(root.code)) {
    return {
      ...failure,
      what: `The certificate of ${site.host} is not trusted (${root.code}).`,
      advice: 'If it is your own, set NODE_EXTRA_CA_CERTS to the file of its authority.',
    }
  }
  return {
    ...failure,
    what: `The connection to ${site.address} failed (${describe(root, site)}).`,
    advice: 'Check the network, and DSH_BASE_URL.',
  }
}

/** An answer whose connection broke. */
export function brokenStream(error: unknown, site: Site): Failure {
  return {
    kind: 'stream',
    what: `The answer of ${site.address} broke off (${describe(rootOf(error), site)}).`,
    advice: 'Try again.',
    isPassing: true,
  }
}

/** An answer of status 2xx without anything in it, as overloaded gateways give them. */
export function nothingSent(found: string, site: Site): Failure {
  return {
    kind: 'invalid-response',
    what: `${site.address} sent no answer (${found}).`,
    advice: 'Try again, or check DSH_BASE_URL: many endpoints end in /v1.',
    isPassing: true,
  }
}

function describe({ code, message }: Root, site: Site): string {
  return site.quote([code, message].filter((part) => part !== '').join(': '))
}

function rootOf(error: unknown): Root {
  let root: Root = { code: '', message: 'unknown error' }
  let current = error
  // A chain of causes has an end in practice; the bound keeps a cycle from hanging.
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : root.code
    root = { code, message: current.message }
    current = current.cause
  }
  return root
}
