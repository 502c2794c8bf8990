import {
  type ModelAdapter,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type StreamOptions,
} from '@deepseek-ai/dsh-llm'
import type { EnvHttpProxyAgent } from 'undici'
import { type Clock, SYSTEM_CLOCK } from './clock.ts'
import type { Settings } from './config.ts'
import { createDeadline } from './deadline.ts'
import { type Failure, modelError } from './failure.ts'
import { type Libraries, loadLibraries } from './libraries.ts'
import { post } from './post.ts'
import { readAnswer } from './read-answer.ts'
import { requestBody } from './request-body.ts'
import { retryDelayMs } from './retry.ts'
import { describeSite } from './site.ts'
import { wireName } from './wire-messages.ts'

export interface EndpointAdapter extends ModelAdapter {
  /** Closes every connection. */
  close(): Promise<void>
}

interface Client {
  readonly libraries: Libraries
  readonly dispatcher: EnvHttpProxyAgent
}

/** An adapter for one endpoint. Nothing is loaded and no connection made before the first request. */
export function createAdapter(settings: Settings, clock: Clock = SYSTEM_CLOCK): EndpointAdapter {
  const site = describeSite(settings)
  let opened: Promise<Client> | undefined
  let isUsageRefused = false
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<ModelEvent> {
    const { signal, sessionId } = options
    const toolNames = new Map(request.tools.map(({ name }) => [wireName(name), name]))
    const client = await (opened ??= openClient())
    for (let retries = 0; ; retries++) {
      const deadline = createDeadline(signal)
      const { model } = request
      const withoutStreamOptions = isUsageRefused
      const body = requestBody(request, { alwaysReasoning: site.isDeepSeek, withoutStreamOptions })
      let failure: Failure | undefined
      try {
        const result = await post({ settings, site, ...client, deadline, model, body, sessionId, clock })
        if ('failure' in result) failure = result.failure
        else failure = yield* readAnswer(result.body, { ...client, settings, site, model, toolNames, deadline, signal })
        if (!failure) return
      } finally {
        deadline.end()
      }
      if (failure.refusesStreamOptions && !withoutStreamOptions) {
        // Without it no tokens are counted, and all else works. It counts as no retry.
        isUsageRefused = true
        retries -= 1
        continue
      }
      const delayMs = retryDelayMs(failure, retries, settings.maxRetries)
      if (delayMs === undefined) throw modelError(failure, retries + 1)
      yield { type: 'retry', message: failure.what, delayMs }
      await clock.pause(delayMs, signal)
    }
  }
  return {
    name: 'openai-compatible',
    endpoint: site.address,
    async *stream(request, options) {
      const { signal } = options
      signal?.throwIfAborted()
      try {
        yield* stream(request, options)
      } catch (error) {
        // Whatever an abort broke, the caller gets its reason.
        signal?.throwIfAborted()
        throw error
      }
    },
    async close() {
      const client = await opened?.catch(() => undefined) // A client that could not be opened has nothing to close.
      await client?.dispatcher.destroy()
    },
  }
}

async function openClient(): Promise<Client> {
  const libraries = await loadLibraries()
  try {
    // The time limits are ours; HTTP/2 gains nothing for one stream at a time.
    const dispatcher = new libraries.EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false })
    return { libraries, dispatcher }
  } catch {
    // The one thing that it can refuse is the proxy's address, which may hold a password.
    throw new ModelError({ kind: 'network', message: 'HTTP_PROXY or HTTPS_PROXY is not an http address. Correct it.' })
  }
}
