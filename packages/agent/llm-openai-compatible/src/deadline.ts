import type { ModelError } from '@deepseek-ai/dsh-llm'

/** A time limit that moves along with an answer. Passing it aborts `signal`, with the error as its reason. */
export interface Deadline {
  /** Aborted as well when the caller's own signal is, with that reason. */
  readonly signal: AbortSignal
  /** Starts over. */
  set(ms: number, error: ModelError): void
  clear(): void
  /** Aborts what still runs. */
  end(): void
}

export function createDeadline(callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => clearTimeout(timer)
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    set(ms, error) {
      clear()
      timer = setTimeout(() => controller.abort(error), ms)
    },
    clear,
    end() {
      clear()
      controller.abort()
    },
  }
}
