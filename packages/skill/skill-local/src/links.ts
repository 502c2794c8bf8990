import { isWithin } from '@deepseek-ai/dsh-fs'
import { escapeText } from '@deepseek-ai/dsh-skill-format'
import type { LocalProblem } from './problems.ts'

/** Longest path that a message quotes, in UTF-16 units. */
const PATH_MAX_LENGTH = 300

/** How far the links of a project may lead. */
export interface LinkRule {
  /** `inside`: those that leave the project are skipped. */
  readonly projectLinks: 'follow' | 'inside'
  /** Real path of the project's root, if there is a project. */
  readonly boundary: string | undefined
}

/** Whether something in a project root must be skipped for where it leads. */
export function isRefused(realPath: string, rule: LinkRule): boolean {
  return rule.projectLinks === 'inside' && rule.boundary !== undefined && !isWithin(realPath, rule.boundary)
}

/** A note on a link that was followed, so that one can see where it leads. `boundary` is that of a project's own links: to leave it has a code of its own. */
export function noteLink(path: string, realPath: string, boundary: string | undefined, skill?: string): LocalProblem {
  const isOutside = boundary !== undefined && !isWithin(realPath, boundary)
  return {
    code: isOutside ? 'link-leaves-project' : 'link-followed',
    severity: 'note',
    message: `A symbolic link that leads to ${quotePath(realPath)}${isOutside ? ', outside the project' : ''}.`,
    path,
    hint: 'Nothing to do: links are followed.',
    ...(skill === undefined ? {} : { skill }),
  }
}

export function problemOfRefusal(path: string, realPath: string, skill?: string): LocalProblem {
  return {
    code: 'link-outside-project',
    severity: 'error',
    message: `A symbolic link that leaves the project, to ${quotePath(realPath)}: skipped.`,
    path,
    hint: 'Set projectLinks to follow, or put what it leads to into the project.',
    ...(skill === undefined ? {} : { skill }),
  }
}

/** For a file service that cannot tell where links lead, while they must stay inside. */
export function problemOfUnchecked(path: string, skill?: string): LocalProblem {
  return {
    code: 'links-unchecked',
    severity: skill === undefined ? 'warning' : 'error',
    message:
      skill === undefined
        ? 'The file service cannot tell where links lead: a link inside a skill folder goes unnoticed here.'
        : 'The file service cannot tell where this link leads: skipped.',
    path,
    hint: 'Set projectLinks to follow, or use a file service that has realPath.',
    ...(skill === undefined ? {} : { skill }),
  }
}

/** A path as a message quotes it. */
export function quotePath(path: string): string {
  return `"${escapeText(path, PATH_MAX_LENGTH)}"`
}
