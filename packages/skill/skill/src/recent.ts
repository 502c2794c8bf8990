/** The values of the keys that were used last: a true LRU. */
export class RecentValues<Key, Value> {
  private readonly values = new Map<Key, Value>()
  private readonly maxEntries: number

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries
  }

  /** Counts as a use of the key. */
  get(key: Key): Value | undefined {
    const value = this.values.get(key)
    if (value === undefined) return undefined
    this.values.delete(key)
    this.values.set(key, value)
    return value
  }

  /** Counts as a use of the key; the key that was not used for longest makes room. */
  set(key: Key, value: Value): void {
    this.values.delete(key)
    this.values.set(key, value)
    if (this.values.size <= this.maxEntries) return
    for (const oldest of this.values.keys()) {
      this.values.delete(oldest)
      return
    }
  }

  clear(): void {
    this.values.clear()
  }
}
