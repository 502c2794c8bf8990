import type { InputLine } from '@deepseek-ai/dsh-host-kit'
import { excerpt } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import { faultOf } from './input-line.ts'

const EXAMPLE = '{"type":"prompt","text":"Hello"}'

const id = z.string().describe('What the sender calls it; stands in what is said of it.')

/** What a program sends, one a line. */
export const requestSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('prompt'),
      text: z
        .string()
        .regex(/\S/, 'must not be blank')
        .describe('What the user says; `/skill:NAME WORDS` starts a skill.'),
      id: id.optional(),
    })
    .describe('Runs one turn, after those asked for before.'),
  z
    .strictObject({
      type: z.literal('cancel'),
      id: id.describe('The prompt to cancel, running or waiting; without it the running turn.').optional(),
    })
    .describe('Cancels a turn. The others go on.'),
])

export type Request = z.infer<typeof requestSchema>

/** A request, or what is wrong with the line, and what to do; and the id that the sender gave. */
export type RequestReading =
  | { readonly request: Request; readonly fault?: undefined; readonly id?: string | undefined }
  | { readonly request?: undefined; readonly fault: string; readonly id?: string | undefined }

/** Reads one line as a request. */
export function readRequest(line: InputLine): RequestReading {
  if (line.kind !== 'text') return { fault: faultOf(line.kind) }
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    return { fault: `not JSON, so nothing was done (send one object a line, for example ${EXAMPLE})` }
  }
  const { success, data, error } = requestSchema.safeParse(value)
  if (success) return { request: data, id: data.id }
  const issue = error.issues[0]
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return {
    fault: `no request, so nothing was done: ${excerpt(`${place}${issue?.message}`)} (for example ${EXAMPLE}; dsh stdio --schema has all of it)`,
    id: idOf(value),
  }
}

/** The id of something that is no request otherwise. */
function idOf(value: unknown): string | undefined {
  const named = z.object({ id: z.string() }).safeParse(value)
  return named.success ? named.data.id : undefined
}
