import { z } from 'zod'

/** Settings of the plugin. */
export const Config = z
  .strictObject({
    /** The most requests to the model that one turn may make; then it ends as failed, and says so. */
    maxStepsPerTurn: z.int().min(1).default(100),
  })
  .prefault({})

export type Config = z.input<typeof Config>
