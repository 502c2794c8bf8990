import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { z } from 'zod'
import { catalogEntries, type CatalogEntry } from './entries.ts'
import type { KnownSkills, SkillChanges } from './skill-changes.ts'

/** Marks our reminders in the session log. */
export const CHANGES_CODE = 'skills-changed'

/** What a reminder said, for who reads it after a resume. */
const Said = z.object({
  told: z.array(z.object({ name: z.string(), description: z.string() })),
  gone: z.array(z.string()),
})

/** The skills at one moment. */
export interface SeenSkills {
  readonly entries: readonly CatalogEntry[]
  readonly isComplete: boolean
}

/**
 * What each agent's model was told of the skills: the catalog in front of its session, and after that each reminder in
 * the log, those from before a resume included, since they stand in the history behind the new catalog.
 */
export class ToldSkills {
  private readonly maxLength: number
  private readonly started = new WeakMap<Agent, SeenSkills & { readonly signal: AbortSignal }>()

  constructor(catalogDescriptionMaxLength: number) {
    this.maxLength = catalogDescriptionMaxLength
  }

  see({ winners, complete }: SkillInspection): SeenSkills {
    return { entries: catalogEntries(winners, this.maxLength), isComplete: complete }
  }

  /** A catalog of these skills stands in front of the session now, since the turn of that signal. */
  startWith(agent: Agent, inspection: SkillInspection, signal: AbortSignal): void {
    this.started.set(agent, { ...this.see(inspection), signal })
  }

  /** What was seen in the turn of that signal, if its catalog was composed in it: no need to look again. */
  seenIn(agent: Agent, signal: AbortSignal): SeenSkills | undefined {
    const start = this.started.get(agent)
    return start?.signal === signal ? start : undefined
  }

  known(agent: Agent): KnownSkills {
    const known = new Map(this.started.get(agent)?.entries.map(({ name, description }) => [name, description]))
    for (const event of agent.session.events) {
      if (event.type !== 'reminder' || event.code !== CHANGES_CODE) continue
      const said = Said.safeParse(event.data)
      if (!said.success) continue // Not written by us as we are now.
      for (const { name, description } of said.data.told) known.set(name, description)
      for (const name of said.data.gone) known.delete(name)
    }
    return known
  }
}

/** What a reminder of these changes keeps for later. */
export function saidOf({ added, changed, removed }: SkillChanges): z.output<typeof Said> {
  return { told: [...added, ...changed], gone: [...removed] }
}
