import type { Context } from '@deepseek-ai/cordis'
import type { Prompt } from '@deepseek-ai/dsh-agent'
import { SkillContractError } from '@deepseek-ai/dsh-skill'
import { type ResolvedLine, resolveSkillLine } from '@deepseek-ai/dsh-skill-command'
import { folderFault } from './session-folder.ts'

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
  const fault = folderFault(cwd)
  if (fault !== undefined) return { kind: 'refused', message: folderLeft(cwd, fault) }
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

/** What the user reads when the folder went away under a running session. */
function folderLeft(cwd: string, fault: string): string {
  return `The folder of this session ${fault}: ${cwd}. Nothing was sent. Put it back, or resume the session from its new place.`
}
