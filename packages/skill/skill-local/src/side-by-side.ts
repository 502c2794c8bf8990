/**
 * Runs `work` for each item, at most `limit` at a time, and gives the results in the order of the items.
 *
 * Rejects with a failure once no call is running any more; no item is begun after a failure.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let hasFailed = false
  const runLane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (hasFailed) return
      try {
        results[index] = await work(item, index)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const lanes = Array.from({ length: Math.min(limit, items.length) }, runLane)
  const outcomes = await Promise.allSettled(lanes)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return results
}
