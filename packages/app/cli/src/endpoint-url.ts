const DEEPSEEK_URL = 'https://api.deepseek.com'

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
