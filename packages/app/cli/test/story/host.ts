import type { Step } from './story.ts'

/** Where a story is played. */
export interface Stage {
  /** Working folder of the session. */
  readonly project: string
  /** Folder of the user. */
  readonly home: string
  /** Options that lead `dsh` to the model. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Id of the session to go on with; a new one when absent. */
  readonly resumes: string | undefined
  /** Changes the disk as the step has it. */
  readonly prepare: (step: Step) => void
  /** Resolves when the model has been asked for all that it answers up to that step. */
  readonly asked: (step: Step) => Promise<void>
}

/** Plays a story through the real `dsh`, step by step, and expects that the user reads what the story shows. */
export type Host = (story: readonly Step[], stage: Stage) => Promise<void>

/** The name of the model. */
export const MODEL = 'story-model'

/** The options of a command line that choose the session. */
export function sessionOptions(project: string, resumes: string | undefined): readonly string[] {
  return resumes === undefined ? ['--cwd', project] : ['--resume', resumes]
}
