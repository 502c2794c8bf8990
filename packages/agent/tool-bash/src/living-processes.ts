import { readdirSync, readFileSync } from 'node:fs'

export interface LivingProcess {
  readonly id: number
  /** Its program and arguments. Empty where the system does not tell. */
  readonly command: string
}

/** The variable by which the processes of a command are known, wherever they have gone. */
export const MARK_VARIABLE = 'DSH_COMMAND_ID'

/** State and group, behind the name of the program, which may hold anything. */
const STAT = /\) (\S) \d+ (\d+) [^)]*$/

/**
 * The processes of a group, and those that have `mark` in their environment: a process that makes a session of its own
 * leaves the group. What has ended and was not collected does not count. `undefined` where there is no `/proc` to look into.
 */
export function livingProcesses(groupId: number, mark?: string): readonly LivingProcess[] | undefined {
  let names: readonly string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return undefined // No such file system here.
  }
  const variable = mark === undefined ? undefined : `${MARK_VARIABLE}=${mark}`
  return names.flatMap((name) => (/^\d+$/.test(name) && isOurs(name, groupId, variable) ? [processOf(name)] : []))
}

function isOurs(processId: string, groupId: number, variable: string | undefined): boolean {
  const [, state, group] = STAT.exec(textOf(`/proc/${processId}/stat`)) ?? []
  if (state === undefined || state === 'Z' || state === 'X') return false
  if (Number(group) === groupId) return true
  return variable !== undefined && textOf(`/proc/${processId}/environ`).split('\0').includes(variable)
}

function processOf(processId: string): LivingProcess {
  const command = textOf(`/proc/${processId}/cmdline`).replaceAll('\0', ' ').trim()
  return { id: Number(processId), command }
}

/** Empty for what has ended meanwhile, or is not ours to look at. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
