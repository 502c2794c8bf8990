/** Calls a listener that may throw, or reject when it is async; `report` is told, and the caller goes on. */
export function tellListener<Event>(
  listener: (event: Event) => unknown,
  event: Event,
  report: (error: unknown) => void,
): void {
  try {
    const result = listener(event)
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
}
