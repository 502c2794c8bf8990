import type { Context } from '@deepseek-ai/cordis'
import type { Agent, AgentOptions, ModelChoice } from '@deepseek-ai/dsh-agent'
import { SkillWatch, ToldSkills } from '@deepseek-ai/dsh-host-kit'
import type { Session, SessionEvent, TurnStatus } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-skill'
import type { ToolKind } from '@deepseek-ai/dsh-tools'
import type { Display } from './display.ts'

export interface ConversationOptions {
  /** Closed in the end. */
  readonly session: Session
  readonly model: ModelChoice
  /** What the user should know of the model, in place of its name. */
  readonly modelNotice?: string | undefined
  readonly display: Display
  /** Kinds of tools that may go ahead where they would ask. Nobody can be asked here: all else is refused. */
  readonly allowedKinds: readonly ToolKind[]
  /** What the user can do to let a kind of tool go ahead; told once for each kind that is refused. */
  readonly allowHints?: Readonly<Partial<Record<ToolKind, string>>> | undefined
  /** Folder for what this person was told about the skills of projects. Without it each session tells it again. */
  readonly toldDirectory?: string | undefined
  /** Ends everything. */
  readonly signal: AbortSignal
}

/** Makes an agent over the session, shows how things stand, runs `body`, and cleans up however that ends. */
export async function converse(
  ctx: Context,
  options: ConversationOptions,
  body: (agent: Agent, watch: SkillWatch) => Promise<TurnStatus>,
): Promise<TurnStatus> {
  const { session, model, modelNotice, display, toldDirectory, signal } = options
  const agent = ctx.agents.create({
    session,
    model,
    requestPermission: permissionOf(options),
  })
  const stop = agent.subscribe((event) => display.event(event))
  try {
    display.start({ session, model, modelNotice })
    for (const event of noticesOfResume(session)) display.event({ type: 'session', event })
    const watch = new SkillWatch(ctx, {
      cwd: session.cwd,
      listCall: 'dsh skills list',
      told: new ToldSkills(toldDirectory),
      audience: {
        note: (line) => display.note(line),
        canHear: () => display.showsNotes,
        problems: (problems, inspection) => display.inspection({ ...inspection, problems }),
        warning: (line) => display.warning(line),
        menu: (entries) => display.skills(entries.filter(({ isUserOnly }) => !isUserOnly).length),
      },
    })
    const status = (await isLooked(watch, signal)) ? await body(agent, watch) : 'cancelled'
    display.end(session)
    return status
  } finally {
    stop()
    await agent.dispose()
  }
}

/** Answers in the place of the user, and says what they could do about a refusal. */
function permissionOf({
  allowedKinds,
  allowHints = {},
  display,
}: ConversationOptions): NonNullable<AgentOptions['requestPermission']> {
  const told = new Set<ToolKind>()
  return ({ kind, title }) => {
    if (allowedKinds.includes(kind)) return Promise.resolve('once')
    const hint = allowHints[kind]
    if (hint !== undefined && !told.has(kind)) display.warning(`refused: ${title} (nobody can be asked here; ${hint})`)
    told.add(kind)
    return Promise.resolve('refused')
  }
}

/** What was told when the session was opened, and nobody listened. */
function noticesOfResume({ isResumed, events }: Session): readonly SessionEvent[] {
  if (!isResumed) return []
  const resumedAt = events.findLastIndex(({ type }) => type === 'session/resume')
  return events.slice(resumedAt).filter(({ type }) => type === 'notice')
}

/** False: the signal fired first. */
async function isLooked(watch: SkillWatch, signal: AbortSignal): Promise<boolean> {
  try {
    await watch.look(signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
