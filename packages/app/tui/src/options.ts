import type { ModelChoice } from '@deepseek-ai/dsh-agent'
import type { Session } from '@deepseek-ai/dsh-session'
import type { ToolKind } from '@deepseek-ai/dsh-tools'
import type { Terminal } from '@earendil-works/pi-tui'

/** A model, and what the user should know of it. */
export interface NamedModel {
  readonly model: ModelChoice
  /** In place of the model's name, e.g. that it is no language model. */
  readonly notice?: string | undefined
}

export interface TerminalOptions {
  /** Taken at the start, given back as it was in the end, whatever happens. */
  readonly terminal: Terminal
  /** Absolute working folder of new sessions. */
  readonly cwd: string
  /** A session to go on with; closed in the end. */
  readonly session?: Session | undefined
  /** Makes a new session in `cwd`, where there is more to it than asking `ctx.sessions`. Throws an error whose message the user reads. */
  readonly createSession?: (() => Session) | undefined
  readonly model: NamedModel
  /** The model of a name that the user types. Throws an error whose message the user reads. */
  readonly modelNamed: (name: string) => NamedModel
  /** Folder for what this person was told about the skills of projects. Without it each session tells it again. */
  readonly toldDirectory?: string | undefined
  /** Kinds of tools that may go ahead without asking the user. */
  readonly allowedKinds: readonly ToolKind[]
  /** False: weights and lines, no colours. */
  readonly hasColor: boolean
  /** Calls the listener for each line that a part of the program logs, those before it included. Returns the undo. */
  readonly onWarning: (listener: (line: string) => void) => () => void
  /** The terminal is taken: `giveBack` restores it at once, for who has to end the process. */
  readonly onTaken?: ((giveBack: () => void) => void) | undefined
  /** Stops the process until the user brings it back, as Ctrl-Z does. Without it Ctrl-Z does nothing. */
  readonly suspend?: (() => Promise<void>) | undefined
  /** Ends everything. */
  readonly signal: AbortSignal
}

/** How the user left. */
export interface Leaving {
  /** The session to go on with; absent when nothing was said. */
  readonly sessionId: string | undefined
}
