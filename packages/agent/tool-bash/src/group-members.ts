import { readdirSync, readFileSync } from 'node:fs'

/** State and group, behind the name of the program, which may hold anything. */
const STAT = /\) (\S) \d+ (\d+) [^)]*$/

/**
 * Whether a process of the group is more than an entry that nobody has collected. Where the parent of the orphans collects
 * late or never, as in some containers, the system counts ended processes as there. True where there is no `/proc` to look into.
 */
export function hasLivingMember(groupId: number): boolean {
  let names: readonly string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return true // No such file system here.
  }
  return names.some((name) => /^\d+$/.test(name) && isLivingMember(name, groupId))
}

function isLivingMember(processId: string, groupId: number): boolean {
  let stat: string
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
  } catch {
    return false // It has ended meanwhile, or is not ours to look at.
  }
  const [, state, group] = STAT.exec(stat) ?? []
  return Number(group) === groupId && state !== 'Z' && state !== 'X'
}
