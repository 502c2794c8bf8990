import type { ModelEvent, ModelRequest } from './messages.ts'

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined
  /** Sent by adapters that can to let a server keep requests of one session together; never changes the request body. */
  readonly sessionId?: string | undefined
}

/**
 * One way to reach models.
 *
 * `stream` may not keep state between calls: the same request gives the same bytes on the wire. It throws `ModelError`
 * for whatever an endpoint does wrong, and rethrows the reason of an abort unchanged. Credentials are the adapter's own
 * and stand in no request, event or error.
 */
export interface ModelAdapter {
  /** Unique among adapters. */
  readonly name: string
  /** Tells endpoints apart, for what only the endpoint that sent it may get back. No credential. */
  readonly endpoint?: string
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>
}
