import { z } from 'zod'

/** The most that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Settings of the plugin. */
export const Config = z
  .strictObject({
    /** Time limit of a command that names none, in ms. */
    defaultTimeoutMs: timeLimit('defaultTimeoutMs').default(120_000),
    /** The longest limit that the model may ask for, in ms. */
    maxTimeoutMs: timeLimit('maxTimeoutMs').default(600_000),
    /** Environment variables that commands do not get, besides the agent's own keys. */
    secretVariables: z
      .array(z.string().min(1, { error: 'secretVariables must be a list of names' }), {
        error: 'secretVariables must be a list of names',
      })
      .default([]),
  })
  .refine(({ defaultTimeoutMs, maxTimeoutMs }) => defaultTimeoutMs <= maxTimeoutMs, {
    error: 'defaultTimeoutMs must not be longer than maxTimeoutMs',
    path: ['defaultTimeoutMs'],
  })
  .prefault({})

/** What a person writes. */
export type Config = z.input<typeof Config>

/** Settings with every default in place. */
export type Settings = z.output<typeof Config>

function timeLimit(setting: string): z.ZodInt {
  const error = `${setting} must be a whole number of milliseconds, 1 to ${TIMER_MAX_MS}`
  return z.int({ error }).min(1, { error }).max(TIMER_MAX_MS, { error })
}
