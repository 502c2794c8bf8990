const DEEPSEEK_URL = 'https://api.deepseek.com'

/** Why an address cannot be that of an endpoint, and what to do. The address itself is in neither: it may hold a password. */
export interface EndpointUrlFault {
  readonly message: string
  readonly hint: string
}

/** `undefined` when requests can be sent to `text`. */
export function faultOfEndpointUrl(text: string): EndpointUrlFault | undefined {
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isHttp) return { message: 'not an http address', hint: 'for example https://api.example.com/v1' }
  if (url.username !== '' || url.password !== '') {
    return {
      message: 'the address of the endpoint holds a user name or password',
      hint: 'put the key into DSH_API_KEY',
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

/** Whether a key of DeepSeek may be sent to `url`; absent means DeepSeek itself. */
export function isDeepSeek(url: string | undefined): boolean {
  return isSameServer(url, DEEPSEEK_URL)
}

/** Whether both addresses reach the same server over the same protocol, so that a key of one may go to the other. */
export function isSameServer(url: string | undefined, other: string | undefined): boolean {
  const origin = URL.parse(url ?? DEEPSEEK_URL)?.origin
  return origin !== undefined && origin === URL.parse(other ?? DEEPSEEK_URL)?.origin
}

/** An address as a message may show it: what stands before the last `@` may be a password, and a query may hold a key. */
export function withoutCredentials(address: string): string {
  const url = address.replace(/\?.*$/s, '?…')
  const start = url.indexOf('//') === -1 ? 0 : url.indexOf('//') + 2
  const end = url.lastIndexOf('@')
  return (end < start ? url : `${url.slice(0, start)}…${url.slice(end)}`).slice(0, 200)
}
