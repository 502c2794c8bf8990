import type { ModelAdapter, StreamOptions } from './adapter.ts'
import type { ModelEvent, ModelRequest } from './messages.ts'

/** What `ctx.llm` offers. */
export interface ModelService {
  /** Adds an adapter; belongs to the plugin that calls. Returns the undo. Throws when the name is taken. */
  register(adapter: ModelAdapter): () => void
  /** Names of the adapters, sorted. */
  adapters(): readonly string[]
  /** Which endpoint an adapter talks to; `undefined` when it does not tell, or there is none of that name. */
  endpointOf(adapter: string): string | undefined
  /** Calls the adapter that the request names; `ModelError` of kind `unknown-adapter` when there is none. */
  stream(request: ModelRequest, options?: StreamOptions): AsyncIterable<ModelEvent>
}
