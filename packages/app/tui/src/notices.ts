import { projectNotice, ToldOnce } from '@deepseek-ai/dsh-host-kit'
import { SessionError, type SessionStore } from '@deepseek-ai/dsh-session'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { problemsNotice } from './skills/problem-text.ts'
import type { NoticeKind, Transcript } from './view/transcript.ts'

/** Tells the user what concerns no turn, each thing once. */
export class Notices {
  private readonly transcript: Transcript
  private readonly sessions: Pick<SessionStore, 'some'>
  private readonly told = new ToldOnce()
  /** Lines that a part of the program logged. */
  private readonly logged: string[] = []
  /** Roots of projects that the user was told of, or knows. */
  private readonly projects = new Set<string>()

  constructor(transcript: Transcript, sessions: Pick<SessionStore, 'some'>) {
    this.transcript = transcript
    this.sessions = sessions
  }

  /** What may come again and again: a line that a part of the program logged, a look that failed. */
  once(kind: NoticeKind, text: string): void {
    if (!this.told.isNew(text)) return
    this.logged.push(text)
    this.transcript.notice(kind, text)
  }

  /** A new answer about the skills. */
  skills(inspection: SkillInspection): void {
    this.project(inspection)
    const unseen = this.told.newProblems(inspection.problems).filter((problem) => !this.wasLogged(problem, inspection))
    if (unseen.length === 0) return
    const isError = unseen.some(({ severity }) => severity === 'error')
    this.transcript.notice(isError ? 'error' : 'warning', problemsNotice(unseen))
  }

  private project(inspection: SkillInspection): void {
    const root = inspection.project?.root
    if (root === undefined || this.projects.has(root)) return
    this.projects.add(root)
    try {
      const notice = projectNotice(inspection, { sessions: this.sessions, listCall: '/skills' })
      if (notice !== undefined) this.transcript.notice('note', notice)
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      this.once('error', error.message)
    }
  }

  /** A provider that fails is a line of the log, too. */
  private wasLogged({ path }: SkillProblem, { providers }: SkillInspection): boolean {
    const error = providers.find(({ name }) => path === `provider:${name}`)?.error
    return error !== undefined && this.logged.some((line) => line.includes(error))
  }
}
