/** The values of the keys that were used last. */
export class LruCache<Key, Value> {
  private readonly values = new Map<Key, Value>()
  private readonly maxEntries: number
  private readonly isPinned: (value: Value) => boolean

  /** A pinned value is not dropped to make room. */
  constructor(maxEntries: number, isPinned: (value: Value) => boolean = () => false) {
    this.maxEntries = maxEntries
    this.isPinned = isPinned
  }

  /** Counts as a use of the key. */
  get(key: Key): Value | undefined {
    const value = this.values.get(key)
    if (value === undefined) return undefined
    this.values.delete(key)
    this.values.set(key, value)
    return value
  }

  /** Counts as a use of the key. The keys that were not used for longest make room. */
  set(key: Key, value: Value): void {
    this.values.delete(key)
    this.values.set(key, value)
    if (this.values.size <= this.maxEntries) return
    for (const [oldest, each] of this.values) {
      if (!this.isPinned(each)) this.values.delete(oldest)
      if (this.values.size <= this.maxEntries) return
    }
  }

  delete(key: Key): void {
    this.values.delete(key)
  }

  clear(): void {
    this.values.clear()
  }
}
