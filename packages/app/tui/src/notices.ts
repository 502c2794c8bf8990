import type { SessionInfo } from '@deepseek-ai/dsh-session'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { ProblemNotices } from './skills/problem-notices.ts'
import { problemsNotice } from './skills/problem-text.ts'
import { projectNotice } from './skills/project-notice.ts'
import type { NoticeKind, Transcript } from './view/transcript.ts'

/** Tells the user what concerns no turn, each thing once. */
export class Notices {
  private readonly transcript: Transcript
  private readonly problems = new ProblemNotices()
  private readonly told = new Set<string>()
  /** Roots of projects that the user was told of, or knows. */
  private readonly projects = new Set<string>()

  constructor(transcript: Transcript) {
    this.transcript = transcript
  }

  /** What may come again and again: a line that a part of the program logged, a look that failed. */
  once(kind: NoticeKind, text: string): void {
    if (this.told.has(text)) return
    this.told.add(text)
    this.transcript.notice(kind, text)
  }

  /** `sessions` lists those there have been; it may throw. */
  skills(inspection: SkillInspection, sessions: () => readonly SessionInfo[]): void {
    const root = inspection.project?.root
    if (root !== undefined && !this.projects.has(root)) {
      this.projects.add(root)
      const notice = projectNotice(inspection, sessions())
      if (notice !== undefined) this.transcript.notice('note', notice)
    }
    const unseen = this.problems.unseen(inspection.problems).filter((problem) => !this.wasLogged(problem, inspection))
    if (unseen.length === 0) return
    const isError = unseen.some(({ severity }) => severity === 'error')
    this.transcript.notice(isError ? 'error' : 'warning', problemsNotice(unseen))
  }

  /** A provider that fails is a line of the log, too. */
  private wasLogged({ path }: SkillProblem, { providers }: SkillInspection): boolean {
    const error = providers.find(({ name }) => path === `provider:${name}`)?.error
    return error !== undefined && [...this.told].some((line) => line.includes(error))
  }
}
