import type { ToolSchema } from '@deepseek-ai/dsh-llm'
import type { z } from 'zod'

/** What a tool does, for those who show it or ask before it runs. */
export type ToolKind = 'read' | 'execute' | 'other'

/** For whom a tool is looked up or run: one agent. */
export interface ToolScope {
  /** Id of the agent. */
  readonly agentId: string
  readonly sessionId: string
  /** Absolute working folder of the session. */
  readonly cwd: string
  /** Absolute home folder of the user. */
  readonly home: string
}

/** What a tool asks the user for. */
export interface PermissionRequest {
  readonly kind: ToolKind
  /** One line: what shall be done. */
  readonly title: string
  /** The real path or the command concerned. */
  readonly target: string
}

/** What a running tool gets. */
export interface ToolContext extends ToolScope {
  readonly toolCallId: string
  readonly signal: AbortSignal
  /** Resolves to true when it needs no question, see `isOpen`, or when the user or the host allows it. Ask before each access. */
  readonly requestPermission: (request: PermissionRequest) => Promise<boolean>
}

/** A skill that came into the session. */
export interface LoadedSkill {
  readonly name: string
  /** Real path of its folder when it was loaded. Absent: it lies in none. */
  readonly folder?: string
}

export interface ToolResult {
  readonly content: string
  readonly isError?: boolean
  /** The skill that `content` is. Its folder may be read from now on, as far as `isOpen` allows. */
  readonly skill?: LoadedSkill
  /** What the user should know of this call, one line each. The model does not read them. */
  readonly notices?: readonly string[]
}

/** A tool that the model may call. */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly description: string
  readonly kind: ToolKind
  readonly input: Input
  /** One line for people, e.g. `Load skill review`. */
  title(input: z.output<Input>): string
  /** Paths or addresses that the call is about, for editors. */
  locations?(input: z.output<Input>, scope: ToolScope): readonly string[]
  /** A failure that the model shall know of is a result with `isError`. A throw becomes one as well; an abort is rethrown. */
  execute(input: z.output<Input>, context: ToolContext): Promise<ToolResult>
  /** What the model reads when its arguments do not fit `input`. A general sentence with the schema's complaint when absent. */
  describeInvalidInput?(input: unknown): string
}

export interface ToolRegistration {
  /** Which agents see it. Every one when absent. A registration with `when` goes before one without. */
  readonly when?: (scope: ToolScope) => boolean
}

/** What `ctx.tools` offers. */
export interface ToolService {
  /** Adds a tool; belongs to the plugin that calls. Returns the undo. Throws when the name is taken by one without `when`, and this has none either. */
  register<Input extends z.ZodType>(tool: Tool<Input>, options?: ToolRegistration): () => void
  /** Takes a name out of the view of some agents. Returns the undo. */
  hide(name: string, when: (scope: ToolScope) => boolean): () => void
  /** The tool of that name in this agent's view: the very object that was registered. */
  get(name: string, scope: ToolScope): Tool | undefined
  /** This agent's view as the model is told of it, sorted by name in code units. */
  schemas(scope: ToolScope): readonly ToolSchema[]
  /** Parses the arguments and runs the tool. Never rejects but on abort, with the signal's reason. */
  execute(call: { readonly name: string; readonly arguments: string }, context: ToolContext): Promise<ToolResult>
}
