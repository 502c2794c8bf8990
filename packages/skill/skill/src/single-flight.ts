import { abortError } from './reason.ts'

/**
 * One piece of work that several callers wait for.
 *
 * It starts in the next microtask, so that all calls of one tick can share it. Each caller may leave by its own signal;
 * when the last one has left, or the work has failed, the work's signal is aborted. Join it in the tick that makes it:
 * work that nobody waits for has nobody to hear of its failure.
 */
export class SingleFlight<T> {
  private readonly controller = new AbortController()
  private readonly onEnd: () => void
  private readonly result: Promise<T>
  private callers = 0
  private hasStarted = false

  /** `onEnd` is called when nobody can join any more; more than once when callers leave before the work is done. */
  constructor(work: (signal: AbortSignal) => Promise<T>, onEnd: () => void) {
    this.onEnd = onEnd
    this.result = this.run(work)
  }

  get isStarted(): boolean {
    return this.hasStarted
  }

  /** Waits for the result, or until `signal` is aborted. `signal` must not be aborted yet. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.callers += 1
    if (!signal) return this.result
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const reason = abortError(signal)
        reject(reason)
        this.callers -= 1
        if (this.callers === 0) this.abandon(reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = (): void => signal.removeEventListener('abort', leave)
      this.result.then(
        (value) => {
          stay()
          resolve(value)
        },
        (reason: unknown) => {
          stay()
          reject(reason)
        },
      )
    })
  }

  private async run(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      await Promise.resolve()
      this.hasStarted = true
      return await work(this.controller.signal)
    } catch (reason) {
      this.controller.abort(reason)
      throw reason
    } finally {
      this.onEnd()
    }
  }

  private abandon(reason: Error): void {
    this.onEnd()
    this.controller.abort(reason)
  }
}
