import { UsageError } from './usage-error.ts'

/** What decides which model answers. Absent and empty are the same. */
export interface ModelWishes {
  readonly offline: boolean
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Which adapter answers, and how it reaches its endpoint. */
export type ModelChoice =
  | { readonly adapter: 'offline'; readonly model: 'offline'; readonly reason: 'asked' | 'no-key' }
  | {
      readonly adapter: 'openai-compatible'
      readonly model: string
      /** Absent: DeepSeek. */
      readonly baseUrl?: string
      readonly apiKey: string
    }

const DEEPSEEK_MODEL = 'deepseek-flash'

/**
 * An option goes before the environment. DEEPSEEK_API_KEY is sent to DeepSeek alone; any other endpoint takes
 * DSH_API_KEY. Throws `UsageError` when a model or an endpoint is named that cannot be called.
 */
export function chooseModel({ offline, model, baseUrl, env }: ModelWishes): ModelChoice {
  if (offline) return { adapter: 'offline', model: 'offline', reason: 'asked' }
  const wantedModel = model || env['DSH_MODEL'] || undefined
  const wantedUrl = baseUrl || env['DSH_BASE_URL'] || undefined
  const apiKey = env['DSH_API_KEY'] || (wantedUrl === undefined ? env['DEEPSEEK_API_KEY'] : undefined) || undefined
  if (apiKey === undefined) {
    if (wantedUrl !== undefined) throw missingKey(`the endpoint ${withoutCredentials(wantedUrl)}`, 'DSH_API_KEY')
    if (wantedModel !== undefined) throw missingKey(`the model ${wantedModel}`, 'DEEPSEEK_API_KEY or DSH_API_KEY')
    return { adapter: 'offline', model: 'offline', reason: 'no-key' }
  }
  if (wantedUrl === undefined) return { adapter: 'openai-compatible', model: wantedModel ?? DEEPSEEK_MODEL, apiKey }
  if (wantedModel === undefined) {
    throw new UsageError('an endpoint is named, but no model', 'add --model M, or set DSH_MODEL')
  }
  return { adapter: 'openai-compatible', model: wantedModel, baseUrl: checkedUrl(wantedUrl), apiKey }
}

/** What the user should know when no model answers. */
export function modelNotice(choice: ModelChoice): string | undefined {
  if (choice.adapter !== 'offline') return undefined
  const why = choice.reason === 'asked' ? 'as asked' : 'no key in DEEPSEEK_API_KEY or DSH_API_KEY'
  return `offline responder (${why}): it picks a skill by its words and shows it; it is no language model`
}

function missingKey(what: string, variable: string): UsageError {
  return new UsageError(
    `no key for ${what}`,
    `set ${variable} (DSH_API_KEY=none where the server asks for none), or use --offline`,
  )
}

function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`not an http address: ${withoutCredentials(text)}`, 'for example https://api.example.com/v1')
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('the address of the endpoint holds a user name or password', 'put the key into DSH_API_KEY')
  }
  return text
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//…@').slice(0, 200)
}
