import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** Settings of the plugin. */
export const Config = z
  .strictObject({
    /** Where session logs are kept, an absolute path. Absent: in memory, gone with the plugin. */
    directory: z
      .string()
      .refine((path) => isAbsolute(path), 'directory must be an absolute path')
      .exactOptional(),
  })
  .prefault({})

export type Config = z.input<typeof Config>
