import type { Settings } from './config.ts'
import { createQuote, type Quote } from './quote.ts'

/** The endpoint as messages speak of it. */
export interface Site {
  /** Its base address without the query: no credential in it, see `Config`. */
  readonly address: string
  /** Where requests go. The query may hold a credential. */
  readonly url: string
  readonly host: string
  readonly isDeepSeek: boolean
  readonly hasKey: boolean
  /** Where a person sets the key. */
  readonly keySettings: string
  readonly quote: Quote
}

export function describeSite({ baseUrl, apiKey, headers }: Settings): Site {
  const { host, hostname, search, searchParams } = new URL(baseUrl)
  const [text = ''] = baseUrl.split('?')
  const address = withoutEndSlashes(text)
  const isDeepSeek = hostname === 'api.deepseek.com'
  return {
    address,
    url: `${address}/chat/completions${search}`,
    host,
    isDeepSeek,
    hasKey: apiKey !== undefined || Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
    keySettings: isDeepSeek ? 'DEEPSEEK_API_KEY or DSH_API_KEY' : 'DSH_API_KEY',
    quote: createQuote([
      ...(apiKey === undefined ? [] : [apiKey]),
      ...Object.values(headers),
      ...searchParams.values(),
    ]),
  }
}

function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
