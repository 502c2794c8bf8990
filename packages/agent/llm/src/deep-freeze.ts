/** Freezes plain JSON data through and through, however deep it goes, and returns it. */
export function deepFreeze<Value>(data: Value): Value {
  const waiting: unknown[] = [data]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const value of Object.values(next)) waiting.push(value)
  }
  return data
}
