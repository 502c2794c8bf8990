import type { Context } from '@deepseek-ai/cordis'
import type { Agent, TurnResult } from '@deepseek-ai/dsh-agent'
import { SkillContractError } from '@deepseek-ai/dsh-skill'
import { type ResolvedLine, resolveSkillLine } from '@deepseek-ai/dsh-skill-command'

/** What became of a prompt: the end of a turn, or why there was none. */
export type Taken =
  | { readonly kind: 'turn'; readonly result: TurnResult }
  | { readonly kind: 'refused'; readonly message: string }

/** Runs one turn for what the user typed: its words, or the skill that it starts. Never sends a `/skill:` line as it is. */
export async function takeTurn(ctx: Context, agent: Agent, text: string, signal: AbortSignal): Promise<Taken> {
  let line: ResolvedLine
  try {
    line = await resolveSkillLine(ctx.skills, text, { cwd: agent.session.cwd, signal, files: ctx.get('fs') })
  } catch (error) {
    if (signal.aborted) return { kind: 'turn', result: { status: 'cancelled', answer: '' } }
    if (!(error instanceof SkillContractError)) throw error
    return { kind: 'refused', message: error.message }
  }
  switch (line.kind) {
    case 'refused':
      return { kind: 'refused', message: line.message }
    case 'prose':
      return { kind: 'turn', result: await agent.prompt(text, { signal }) }
    case 'turn':
      return { kind: 'turn', result: await agent.prompt(line.text, { signal, skill: line.skill }) }
  }
}
