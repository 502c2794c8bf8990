import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { fitCatalog } from './budget.ts'
import { catalogLine } from './entries.ts'
import { changedSkills } from './messages.ts'
import { skillChanges, type SkillChanges } from './skill-changes.ts'
import { CHANGES_CODE, saidOf, type ToldSkills } from './told-skills.ts'

/**
 * Before each turn of an agent that `sees` our tool: looks at the skills again, and where they are not those that its model
 * was last told of, appends one reminder to the history. What was sent before stays as it is.
 */
export function announceChanges(
  ctx: Context,
  sees: (agent: Agent) => boolean,
  maxTokens: number | undefined,
  told: ToldSkills,
): void {
  const { skills } = ctx
  ctx.on('agent/before-turn', async (agent, signal) => {
    if (!sees(agent)) return
    const { session } = agent
    const seen =
      told.seenIn(agent, signal) ?? told.see(await skills.inspect({ cwd: session.cwd, signal, refresh: true }))
    signal.throwIfAborted()
    // The tool may have gone while the providers were asked.
    if (!sees(agent)) return
    const changes = skillChanges(told.known(agent), seen.entries, seen.isComplete)
    if (!changes) return
    session.append({ type: 'reminder', code: CHANGES_CODE, content: render(changes, maxTokens), data: saidOf(changes) })
  })
}

/** Descriptions share the budget of the catalog, all of them alike. */
function render({ added, changed, removed }: SkillChanges, maxTokens: number | undefined): string {
  const entries = [...added, ...changed]
  const { entries: fitted, detail } =
    maxTokens === undefined ? { entries, detail: 'full' as const } : fitCatalog(entries, maxTokens)
  const lines = fitted.map(catalogLine)
  return changedSkills(
    {
      added: lines.slice(0, added.length),
      changed: lines.slice(added.length),
      removed: removed.map((name) => catalogLine({ name, description: '' })),
    },
    detail,
  )
}
