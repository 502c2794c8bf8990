import type { Context } from '@deepseek-ai/cordis'
import type { Agent, ModelChoice } from '@deepseek-ai/dsh-agent'
import type { Session, TurnStatus } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-skill'
import type { ToolKind } from '@deepseek-ai/dsh-tools'
import type { Display } from './display.ts'
import { createSkillLook, type SkillLook } from './skill-look.ts'

export interface ConversationOptions {
  /** Closed in the end. */
  readonly session: Session
  readonly model: ModelChoice
  /** What the user should know of the model, in place of its name. */
  readonly modelNotice?: string | undefined
  readonly display: Display
  /** Kinds of tools that may go ahead where they would ask. Nobody can be asked here: all else is refused. */
  readonly allowedKinds: readonly ToolKind[]
  /** Ends everything. */
  readonly signal: AbortSignal
}

/** Makes an agent over the session, shows how things stand, runs `body`, and cleans up however that ends. */
export async function converse(
  ctx: Context,
  options: ConversationOptions,
  body: (agent: Agent, look: SkillLook) => Promise<TurnStatus>,
): Promise<TurnStatus> {
  const { session, model, modelNotice, display, allowedKinds, signal } = options
  const agent = ctx.agents.create({
    session,
    model,
    requestPermission: ({ kind }) => Promise.resolve(allowedKinds.includes(kind) ? 'once' : 'refused'),
  })
  const stop = agent.subscribe((event) => display.event(event))
  try {
    display.start({ session, model, modelNotice })
    const look = createSkillLook(ctx, session, display)
    const status = (await look(signal)) ? await body(agent, look) : 'cancelled'
    display.end(session)
    return status
  } finally {
    stop()
    await agent.dispose()
  }
}
