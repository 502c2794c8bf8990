import { z } from 'zod'

/** Settings of the plugin, and of `renderCatalog`. */
export const Config = z
  .strictObject({
    catalogDescriptionMaxLength: wholeNumber('catalogDescriptionMaxLength', 3)
      .default(500)
      .describe('longest description in the catalog, in UTF-16 units, three dots included'),
    catalogMaxTokens: wholeNumber('catalogMaxTokens', 1)
      .meta({ absent: 'off', examples: [4000] })
      .optional()
      .describe(
        'about how many tokens the catalog may cost; over it, descriptions are shortened, names never left out',
      ),
    announceChanges: z
      .boolean({ error: 'announceChanges must be true or false' })
      .default(false)
      .describe('tells the model before a turn which skills came, changed and went'),
  })
  .prefault({})

/** What a person writes. */
export type Config = z.input<typeof Config>

function wholeNumber(setting: string, minimum: number): z.ZodInt {
  const error = `${setting} must be a whole number, at least ${minimum}`
  return z.int({ error }).min(minimum, { error })
}
