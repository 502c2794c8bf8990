/**
 * Counts the system calls on what lies below `folder`, by name, in a log of `strace -f -y`.
 *
 * A call that another thread interrupted stands in the log twice; its second half is left out.
 */
export function callsBelow(log: string, folder: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (line.includes(' resumed>') || !line.includes(`${folder}/`)) continue
    const name = /^\d+\s+(\w+)\(/.exec(line)?.[1]
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
