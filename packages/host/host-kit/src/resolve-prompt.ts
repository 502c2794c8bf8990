import type { Context } from '@deepseek-ai/cordis'
import type { Prompt } from '@deepseek-ai/dsh-agent'
import { SkillContractError } from '@deepseek-ai/dsh-skill'
import { type ResolvedLine, resolveSkillLine } from '@deepseek-ai/dsh-skill-command'

/** What a host does with a line that the user typed. */
export type ResolvedPrompt =
  /** Hands it to the agent. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /** Sends nothing and shows `message`: what is wrong, then what to do. */
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Makes a prompt of what the user typed: the words as they are, or the skill that a `/skill:` line starts. Rejects with
 * the signal's reason on abort.
 */
export async function resolvePrompt(
  ctx: Context,
  text: string,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ResolvedPrompt> {
  let line: ResolvedLine
  try {
    line = await resolveSkillLine(ctx.skills, text, { cwd, signal, files: ctx.get('fs') })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SkillContractError)) throw error
    return { kind: 'refused', message: error.message }
  }
  signal.throwIfAborted()
  switch (line.kind) {
    case 'refused':
      return { kind: 'refused', message: line.message }
    case 'prose':
      return { kind: 'prompt', prompt: { text } }
    case 'turn':
      return { kind: 'prompt', prompt: { text: line.text, skill: line.skill } }
  }
}
