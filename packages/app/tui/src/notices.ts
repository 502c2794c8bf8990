import { ToldOnce } from '@deepseek-ai/dsh-host-kit'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { problemsNotice } from './skills/problem-text.ts'
import type { NoticeKind, Transcript } from './view/transcript.ts'

/** Tells the user what concerns no turn, each thing once. */
export class Notices {
  private readonly transcript: Transcript
  private readonly told = new ToldOnce()
  /** Lines that a part of the program logged. */
  private readonly logged: string[] = []

  constructor(transcript: Transcript) {
    this.transcript = transcript
  }

  /** What may come again and again: a line that a part of the program logged, a look that failed. */
  once(kind: NoticeKind, text: string): void {
    if (!this.told.isNew(text)) return
    this.logged.push(text)
    this.transcript.notice(kind, text)
  }

  /** What is wrong with skills, in one notice for all that came up together. */
  problems(problems: readonly SkillProblem[], inspection: SkillInspection): void {
    const unseen = this.told.newProblems(problems).filter((problem) => !this.wasLogged(problem, inspection))
    if (unseen.length === 0) return
    const isError = unseen.some(({ severity }) => severity === 'error')
    this.transcript.notice(isError ? 'error' : 'warning', problemsNotice(unseen))
  }

  /** A provider that fails is a line of the log, too. */
  private wasLogged({ path }: SkillProblem, { providers }: SkillInspection): boolean {
    const error = providers.find(({ name }) => path === `provider:${name}`)?.error
    return error !== undefined && this.logged.some((line) => line.includes(error))
  }
}
