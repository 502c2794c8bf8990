import { type Context, Service } from '@deepseek-ai/cordis'
import type { ModelAdapter, StreamOptions } from './adapter.ts'
import type { ModelEvent, ModelRequest } from './messages.ts'
import { ModelError } from './model-error.ts'
import type { ModelService } from './model-service.ts'

interface Registration {
  readonly adapter: ModelAdapter
  /** Aborted when the adapter is taken away: calls that run then end. */
  readonly undone: AbortController
}

/** `ctx.llm` itself: adapters by name. */
export class ModelRegistry extends Service implements ModelService {
  private readonly registrations = new Map<string, Registration>()

  constructor(ctx: Context) {
    super(ctx, 'llm')
  }

  register(adapter: ModelAdapter): () => void {
    const { name } = adapter
    if (this.registrations.has(name)) throw new Error(`A model adapter named "${name}" is registered already.`)
    const undo = this.ctx.effect(() => {
      const undone = new AbortController()
      this.registrations.set(name, { adapter, undone })
      return () => {
        this.registrations.delete(name)
        undone.abort(new ModelError({ kind: 'unknown-adapter', message: `The model adapter "${name}" was unloaded.` }))
      }
    }, `ctx.llm.register("${name}")`)
    return () => void undo()
  }

  adapters(): readonly string[] {
    return [...this.registrations.keys()].sort()
  }

  endpointOf(name: string): string | undefined {
    return this.registrations.get(name)?.adapter.endpoint
  }

  async *stream(request: ModelRequest, options: StreamOptions = {}): AsyncGenerator<ModelEvent> {
    options.signal?.throwIfAborted()
    const registration = this.registrations.get(request.adapter)
    if (!registration) throw unknownAdapter(request.adapter, this.adapters())
    const { adapter, undone } = registration
    const signal = options.signal ? AbortSignal.any([options.signal, undone.signal]) : undone.signal
    for await (const event of adapter.stream(request, { ...options, signal })) {
      signal.throwIfAborted()
      yield event
      if (event.type === 'finish') return
    }
    throw new ModelError({
      kind: 'invalid-response',
      message: `The model adapter "${request.adapter}" ended an answer without its finish. This is a fault of the adapter.`,
    })
  }
}

function unknownAdapter(name: string, known: readonly string[]): ModelError {
  const choice = known.length > 0 ? `Registered: ${known.join(', ')}.` : 'None is registered.'
  return new ModelError({ kind: 'unknown-adapter', message: `There is no model adapter "${name}". ${choice}` })
}
