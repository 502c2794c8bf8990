// A whole provider: skills from one JSON file, { "skills": [{ "name", "description", "content" }] }.
import { readFile } from 'node:fs/promises'
import type { Context } from '@deepseek-ai/cordis'
import { isSkillName, type SkillProblem, type SkillProvider } from '@deepseek-ai/dsh-skill'
import { z } from 'zod'

declare module '@deepseek-ai/dsh-skill' {
  interface SkillProblemCodes extends Record<'json-entry-invalid', true> {}
}

const Entry = z.object({ name: z.string().refine(isSkillName), description: z.string().min(1), content: z.string() })
const Catalog = z.object({ skills: z.array(z.unknown()) })
const SOURCE = { source: 'json', provider: 'json' }

export const name = 'skill-json'
export const inject = ['skills']
export const Config = z.strictObject({ file: z.string().min(1), rank: z.number().default(300) })

export function apply(ctx: Context, config: z.output<typeof Config>): void {
  ctx.skills.registerProvider(createJsonProvider(config))
}

export function createJsonProvider({ file, rank }: z.output<typeof Config>): SkillProvider {
  /** One result for each entry: good ones have `data`, bad ones an `error`. */
  const readEntries = async (signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    const text = await readFile(file, 'utf8')
    signal?.throwIfAborted() // A read this short is not worth interrupting.
    return Catalog.parse(JSON.parse(text)).skills.map((entry) => Entry.safeParse(entry))
  }
  return {
    name: 'json',
    async list({ signal }) {
      const entries = await readEntries(signal)
      return {
        candidates: entries.flatMap(({ data }) =>
          data ? [{ name: data.name, description: data.description, ...SOURCE, rank, locator: data.name }] : [],
        ),
        problems: entries.flatMap(({ error }, index) => (error ? [describe(error, index)] : [])),
        roots: [{ rank, source: 'json', path: file, state: 'read' }],
      }
    },
    async get({ locator }, { signal }) {
      const entry = (await readEntries(signal)).find(({ data }) => data?.name === locator)
      return entry?.data && { ...entry.data, ...SOURCE }
    },
  }

  function describe(error: z.ZodError, index: number): SkillProblem {
    const message = `Entry ${index + 1} is no skill: ${error.issues.map((issue) => issue.path.join('.')).join(', ')}.`
    return { code: 'json-entry-invalid', severity: 'error', message, path: file, hint: 'Mend these fields.' }
  }
}
