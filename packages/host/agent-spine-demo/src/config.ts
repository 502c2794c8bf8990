import { z } from 'zod'

/** Handed on unread: each owner checks its own branch when it is loaded. */
const branch = z.unknown()

/** What hosts may set; every branch belongs to the package that it is handed to. */
export const Config = z
  .strictObject({
    skills: z
      .strictObject({
        /** For dsh-skill. */
        registry: branch,
        /** For dsh-skill-local. */
        local: branch,
        /** For dsh-tool-skill. */
        tool: branch,
      })
      .partial()
      .prefault({}),
    /** For dsh-session. */
    sessions: branch,
    /** For dsh-agent. */
    agent: branch,
    /** For dsh-tool-bash. */
    bash: branch,
    /** For dsh-llm-openai-compatible. */
    endpoint: branch,
  })
  .partial({ sessions: true, agent: true, bash: true, endpoint: true })
  .prefault({})

/** What a host writes. */
export type Config = z.input<typeof Config>
