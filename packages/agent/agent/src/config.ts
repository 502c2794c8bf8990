import { isAbsolute, join, resolve } from 'node:path'
import type { AccessRules } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'

/** `~/` stands for the home folder. */
const path = () =>
  z.string().refine((text) => isAbsolute(text) || isBelowHome(text), 'must be absolute or begin with ~/')

/** Settings of the plugin. */
export const Config = z
  .strictObject({
    maxStepsPerTurn: z
      .int()
      .min(1)
      .default(100)
      .describe('the most requests to the model that one turn may make; then it ends as failed, and says so'),
    /** What is never read without a question. */
    access: z
      .strictObject({
        /** The user's home folder: the process's own when absent. As a working folder it opens nothing. */
        home: z.string().refine(isAbsolute, 'must be absolute').optional(),
        /** The agent's own folder: `DSH_HOME`, else `~/.dsh`, when absent or empty. */
        dshHome: z.union([z.literal(''), path()]).optional(),
        /** Key files, wherever they lie. */
        privatePaths: z.array(path()).default([]),
      })
      .prefault({}),
  })
  .prefault({})

export type Config = z.input<typeof Config>

type AccessSettings = z.output<typeof Config>['access']

/** The rules of access with every default in place. `findHome` is called only where no home folder is set. */
export function accessRules(
  { home: setting, dshHome, privatePaths }: AccessSettings,
  env: Readonly<Record<string, string | undefined>>,
  findHome: () => string,
): AccessRules {
  const home = resolve(setting ?? findHome())
  const expand = (text: string): string => (isBelowHome(text) ? join(home, text.slice(1)) : resolve(text))
  return { home, dshHome: expand(dshHome || env['DSH_HOME'] || '~/.dsh'), privatePaths: privatePaths.map(expand) }
}

function isBelowHome(text: string): boolean {
  return text === '~' || text.startsWith('~/')
}
