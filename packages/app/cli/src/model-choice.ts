import { endpointUrlProblem } from '@deepseek-ai/dsh-llm-openai-compatible'
import { isDeepSeek, isSameServer, withoutCredentials } from './endpoint-url.ts'
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
  /** Sent with each request to the endpoint of the file, and to no other. */
  readonly headers?: Headers | undefined
}

type Headers = Readonly<Record<string, string>>

/** Which adapter answers, and how it reaches its endpoint. */
export type ModelChoice =
  | { readonly adapter: 'offline'; readonly model: 'offline'; readonly reason: 'asked' | 'no-key' }
  | {
      readonly adapter: 'openai-compatible'
      readonly model: string
      /** Absent: DeepSeek. */
      readonly baseUrl?: string
      /** Absent: a header has it. */
      readonly apiKey?: string
      readonly headers?: Headers
    }

const DEEPSEEK_MODEL = 'deepseek-flash'

/**
 * An option goes before the environment, and that before the file. A key goes to the server it was given for, and no
 * other: DEEPSEEK_API_KEY to DeepSeek, that of the file and its headers to the endpoint of the file, DSH_API_KEY to any.
 * Throws `UsageError` when a model or an endpoint is named that cannot be called.
 */
export function chooseModel({ offline, model, baseUrl, env, file = {} }: ModelWishes): ModelChoice {
  if (offline) return { adapter: 'offline', model: 'offline', reason: 'asked' }
  const wantedModel = plain(model) || plain(env['DSH_MODEL']) || file.model
  const wantedUrl = plain(baseUrl) || plain(env['DSH_BASE_URL']) || file.baseUrl
  if (wantedModel !== undefined) checkModel(wantedModel)
  const headers = isSameServer(wantedUrl, file.baseUrl) ? (file.headers ?? {}) : {}
  const apiKey =
    keyIn('DSH_API_KEY', env) ||
    (isDeepSeek(wantedUrl) && keyIn('DEEPSEEK_API_KEY', env)) ||
    (isSameServer(wantedUrl, file.baseUrl) && file.apiKey?.())
  if (wantedUrl !== undefined) checkUrl(wantedUrl)
  if (!apiKey && !Object.keys(headers).some(isKeyHeader)) {
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
    ...(apiKey && { apiKey }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** Whether a header of this name holds a key. */
export function isKeyHeader(name: string): boolean {
  return /^(?:(?:proxy-)?authorization|(?:x-)?api-key)$/i.test(name)
}

/** What the user should know when no model answers. */
export function modelNotice(choice: ModelChoice): string | undefined {
  if (choice.adapter !== 'offline') return undefined
  const why = choice.reason === 'asked' ? 'as asked' : 'no key in DEEPSEEK_API_KEY, DSH_API_KEY or config.yaml'
  return `offline responder (${why}): it picks a skill by its words and shows it; it is no language model`
}

/** A value without what shells, editors and files with CRLF leave around it: blanks, line ends, a pair of quotes. */
function plain(value: string | undefined): string | undefined {
  const text = value?.trim() ?? ''
  const unquoted = /^(["'])(.*)\1$/s.exec(text)?.[2]
  return unquoted === undefined ? text : unquoted.trim()
}

function checkModel(model: string): void {
  if (!/^[^\p{Cc}]{1,200}$/u.test(model)) {
    throw new UsageError(
      'the name of the model holds a line break or a control character, or is longer than 200 characters',
      'set --model or DSH_MODEL to the name alone',
    )
  }
}

/** The key in a variable; the message never holds it. */
function keyIn(variable: string, env: ModelWishes['env']): string | undefined {
  const key = plain(env[variable])
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
  const fault = endpointUrlProblem(url)
  if (fault) throw new UsageError(`${fault.message}: ${withoutCredentials(url)}`, fault.hint)
}
