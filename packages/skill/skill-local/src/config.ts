import { z } from 'zod'
import { faultOfFolder } from './homes.ts'

const folder = z.string().check((context) => {
  const fault = faultOfFolder(context.value)
  if (fault !== undefined) context.issues.push({ code: 'custom', message: fault, input: context.value })
})

/** A folder that has a default: empty counts as unset. */
const homeFolder = z.union([z.literal(''), folder]).optional()

/** Settings of the local provider; see the README for what each does. */
export const Config = z
  .strictObject({
    dshHome: homeFolder,
    agentsHome: homeFolder,
    customSkillDirs: z.array(folder).default([]).describe('more folders of skills, in order, rank 300'),
    tolerance: z
      .enum(['strict', 'repair'])
      .default('strict')
      .describe('`strict` skips a skill whose header does not parse, `repair` takes what can be read'),
    projectLinks: z
      .enum(['follow', 'inside'])
      .default('follow')
      .describe("`inside` skips links of a project's skills that leave the project"),
  })
  .prefault({})

export type Config = z.input<typeof Config>
