import { eventSchema } from '@deepseek-ai/dsh-session'
import { z } from 'zod'

const texts = z.array(z.string()).readonly()
const source = {
  line: z.int().positive().describe('Number of the line that asked for it, from 1.'),
  id: z.string().exactOptional().describe('What the request is called by its sender.'),
}

const problem = z.object({
  code: z.string().describe('docs/problems.md has a paragraph on each.'),
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string(),
  path: z.string(),
  line: z.int().positive().exactOptional(),
  column: z.int().positive().exactOptional(),
  hint: z.string().describe('What to do about it.'),
  skill: z.string().exactOptional(),
})

const startedSkill = z.object({
  name: z.string(),
  typed: z.string(),
  folder: z.string().exactOptional(),
})

const unsteered = z.array(z.object({ text: z.string(), skill: startedSkill.optional() })).readonly()

/** What goes out, one a line. Readers pass over what they do not know: fields and types are added. */
export const outputSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('start'),
      sessionId: z.string(),
      cwd: z.string(),
      isResumed: z.boolean(),
      adapter: z.string(),
      model: z.string(),
      notice: z.string().exactOptional().describe('What the user should know of the model.'),
    })
    .describe('The first line.'),
  z.object({ type: z.literal('problem'), problem }).describe('Something is wrong with a skill; told once.'),
  z.object({ type: z.literal('note'), message: z.string() }).describe('What the user should know; nothing is wrong.'),
  z.object({ type: z.literal('warning'), message: z.string() }).describe('What concerns no single turn.'),
  z
    .object({ type: z.literal('session'), event: eventSchema })
    .describe('A line of the session log, once it is there. A turn is what stands between turn/start and turn/end.'),
  z.object({ type: z.literal('text'), text: z.string() }).describe('A piece of the answer that is being written.'),
  z.object({ type: z.literal('reasoning'), text: z.string() }).describe('A piece of what the model thinks.'),
  z
    .object({
      type: z.literal('tool/start'),
      toolCallId: z.string(),
      toolName: z.string(),
      title: z.string(),
      locations: texts,
    })
    .describe('A tool is called.'),
  z
    .object({ type: z.literal('retry'), message: z.string(), delayMs: z.number() })
    .describe('The model is asked again after a while.'),
  z
    .object({
      type: z.literal('result'),
      sessionId: z.string(),
      line: source.line.exactOptional(),
      id: source.id,
      status: z.enum(['completed', 'cancelled', 'failed']),
      answer: z.string(),
      error: z.string().exactOptional(),
      isOverStepLimit: z.literal(true).exactOptional(),
      unsteered: unsteered.exactOptional(),
    })
    .describe('A turn has ended, or was cancelled before it began.'),
  z
    .object({ type: z.literal('refusal'), ...source, message: z.string() })
    .describe('A line that starts no turn: what is wrong with it, and what to do.'),
])

export type OutputLine = z.infer<typeof outputSchema>
