import { errorCode } from '@deepseek-ai/dsh-fs'
import { escapeText } from '@deepseek-ai/dsh-skill-format'
import type { LocalProblem } from './problems.ts'

/** Longest reason of another party that a message quotes, in UTF-16 units. */
const REASON_MAX_LENGTH = 200

/** What the failure of a file call means. Only `transient` ones may be gone at the next try. */
export type FileFault = 'gone' | 'misnamed' | 'dangling' | 'loop' | 'denied' | 'not-file' | 'transient'

const FAULTS: ReadonlyMap<string | undefined, FileFault> = new Map([
  ['ENOENT', 'gone'],
  ['ENOTDIR', 'gone'],
  ['EDANGLING', 'dangling'],
  ['ELOOP', 'loop'],
  ['EACCES', 'denied'],
  ['EPERM', 'denied'],
  ['ENAMETOOLONG', 'denied'],
  ['ENOTFILE', 'not-file'],
  ['EISDIR', 'not-file'],
])

/** Anything unknown counts as transient: it costs another try, and hides nothing. */
export function faultOf(error: unknown): FileFault {
  return FAULTS.get(errorCode(error)) ?? 'transient'
}

/** The same for an entry of a folder. A name that is not UTF-8 is listed with U+FFFD in it, and nothing is found by that. */
export function faultOfEntry(error: unknown, name: string): FileFault {
  const fault = faultOf(error)
  return fault === 'gone' && name.includes('\uFFFD') ? 'misnamed' : fault
}

/** Why a call failed, on one line and cut short. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return escapeText(message, REASON_MAX_LENGTH)
}

/** The problem that a failed file call is for the one entry that it was about. */
export function problemOfError(error: unknown, path: string, skill?: string): LocalProblem {
  return problemOfFault(faultOf(error), error, path, skill)
}

/** The same for a failure that means something else here than its code alone says. */
export function problemOfFault(fault: FileFault, error: unknown, path: string, skill?: string): LocalProblem {
  return { ...describe(fault, error), path, ...(skill === undefined ? {} : { skill }) }
}

function describe(fault: FileFault, error: unknown): Pick<LocalProblem, 'code' | 'severity' | 'message' | 'hint'> {
  switch (fault) {
    case 'gone':
      return {
        code: 'file-vanished',
        severity: 'note',
        message: 'It was there when its folder was listed, and is gone now.',
        hint: 'Look again: the next answer shows what is there then.',
      }
    case 'misnamed':
      return {
        code: 'name-not-utf8',
        severity: 'error',
        message: 'It cannot be opened: its name on the disk is not UTF-8.',
        hint: 'Rename it, best to what the skill in it is called.',
      }
    case 'dangling':
      return {
        code: 'link-dangling',
        severity: 'error',
        message: 'A symbolic link that leads nowhere.',
        hint: 'Repair or remove the link.',
      }
    case 'loop':
      return {
        code: 'link-loop',
        severity: 'error',
        message: 'Symbolic links that lead in a circle.',
        hint: 'Repair or remove the link.',
      }
    case 'denied':
      return {
        code: 'unreadable',
        severity: 'error',
        message: `It cannot be read (${errorCode(error)}).`,
        hint: 'Check its owner and permissions, and those of the folders above it.',
      }
    case 'not-file':
      return {
        code: 'not-regular-file',
        severity: 'error',
        message: 'It is not a regular file.',
        hint: 'Only a regular file, or a link to one, can be a skill.',
      }
    case 'transient':
      return {
        code: 'read-failed',
        severity: 'error',
        message: `It could not be read now: ${reasonOf(error)}`,
        hint: 'Nothing to do if it passes: the next lookup tries again.',
      }
  }
}
