import { z } from 'zod'

/** Settings of the plugin, and of `renderCatalog`. */
export const Config = z
  .strictObject({
    /** Longest description in the catalog, in UTF-16 units, three dots included. */
    catalogDescriptionMaxLength: wholeNumber('catalogDescriptionMaxLength', 3).default(500),
    /** About how many tokens the catalog may cost. No bound when absent. */
    catalogMaxTokens: wholeNumber('catalogMaxTokens', 1).optional(),
    /** Tells the model before a user turn which skills were added, changed and removed since it was last told. */
    announceChanges: z.boolean({ error: 'announceChanges must be true or false' }).default(false),
  })
  .prefault({})

/** What a person writes. */
export type Config = z.input<typeof Config>

function wholeNumber(setting: string, minimum: number): z.ZodInt {
  const error = `${setting} must be a whole number, at least ${minimum}`
  return z.int({ error }).min(minimum, { error })
}
