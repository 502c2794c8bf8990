import { faultOfEndpointUrl, isDeepSeek, isSameServer, withoutCredentials } from './endpoint-url.ts'
import { UsageError } from './usage-error.ts'

/** What decides which model answers. Absent and empty are the same. */
export interface ModelWishes {
  readonly offline: boolean
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly file?: FileWishes
}

/** What config.yaml says. */
export interface FileWishes {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  /** Gets the key of the endpoint of the file, or throws `UsageError`. Called only where the key is used. */
  readonly apiKey?: (() => string) | undefined
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
 * An option goes before the environment, and that before the file. A key goes to the server it was given for, and no
 * other: DEEPSEEK_API_KEY to DeepSeek, that of the file to the endpoint of the file, DSH_API_KEY to any. Throws
 * `UsageError` when a model or an endpoint is named that cannot be called.
 */
export function chooseModel({ offline, model, baseUrl, env, file = {} }: ModelWishes): ModelChoice {
  if (offline) return { adapter: 'offline', model: 'offline', reason: 'asked' }
  const wantedModel = model || env['DSH_MODEL'] || file.model
  const wantedUrl = baseUrl || env['DSH_BASE_URL'] || file.baseUrl
  const apiKey =
    keyIn('DSH_API_KEY', env) ||
    (isDeepSeek(wantedUrl) && keyIn('DEEPSEEK_API_KEY', env)) ||
    (isSameServer(wantedUrl, file.baseUrl) && file.apiKey?.())
  if (wantedUrl !== undefined) checkUrl(wantedUrl)
  if (!apiKey) {
    const variables = isDeepSeek(wantedUrl) ? 'DEEPSEEK_API_KEY or DSH_API_KEY' : 'DSH_API_KEY'
    if (wantedUrl !== undefined) throw missingKey(`the endpoint ${withoutCredentials(wantedUrl)}`, variables)
    if (wantedModel !== undefined) throw missingKey(`the model ${wantedModel}`, variables)
    return { adapter: 'offline', model: 'offline', reason: 'no-key' }
  }
  const chosenModel = wantedModel ?? (isDeepSeek(wantedUrl) ? DEEPSEEK_MODEL : undefined)
  if (chosenModel === undefined) {
    throw new UsageError(
      'an endpoint is named, but no model',
      'add --model M, set DSH_MODEL, or name it in config.yaml',
    )
  }
  return {
    adapter: 'openai-compatible',
    model: chosenModel,
    ...(wantedUrl !== undefined && { baseUrl: wantedUrl }),
    apiKey,
  }
}

/** What the user should know when no model answers. */
export function modelNotice(choice: ModelChoice): string | undefined {
  if (choice.adapter !== 'offline') return undefined
  const why = choice.reason === 'asked' ? 'as asked' : 'no key in DEEPSEEK_API_KEY, DSH_API_KEY or config.yaml'
  return `offline responder (${why}): it picks a skill by its words and shows it; it is no language model`
}

/** The key in a variable, without blanks around it; the message never holds it. */
function keyIn(variable: string, env: ModelWishes['env']): string | undefined {
  const key = env[variable]?.trim()
  if (key === undefined || /^[!-~]*$/.test(key)) return key
  throw new UsageError(
    `the key in ${variable} holds a blank, a line break or a character beyond ASCII`,
    'copy the key once more, without quotes',
  )
}

function missingKey(what: string, variable: string): UsageError {
  return new UsageError(
    `no key for ${what}`,
    `set ${variable} (DSH_API_KEY=none where the server asks for none), or use --offline`,
  )
}

function checkUrl(url: string): void {
  const fault = faultOfEndpointUrl(url)
  if (fault) throw new UsageError(`${fault.message}: ${withoutCredentials(url)}`, fault.hint)
}
