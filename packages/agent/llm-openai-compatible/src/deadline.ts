import type { Failure } from './failure.ts'

/** A time limit that moves along with an answer. Passing it aborts `signal`, with a `DeadlinePassed` as its reason. */
export interface Deadline {
  /** Aborted as well when the caller's own signal is, with that reason. */
  readonly signal: AbortSignal
  /** Starts over. */
  set(ms: number, failure: Failure): void
  clear(): void
  /** Aborts what still runs. */
  end(): void
}

/** What it means that a time limit was passed. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.what)
    this.failure = failure
  }
}

export function createDeadline(callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => clearTimeout(timer)
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    set(ms, failure) {
      clear()
      timer = setTimeout(() => controller.abort(new DeadlinePassed(failure)), ms)
    },
    clear,
    end() {
      clear()
      controller.abort()
    },
  }
}
