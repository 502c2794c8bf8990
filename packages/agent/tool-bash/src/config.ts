import { z } from 'zod'

/** The most that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Settings of the plugin. */
export const Config = z
  .strictObject({
    defaultTimeoutMs: timeLimit('defaultTimeoutMs')
      .default(120_000)
      .describe('time limit of a command that names none'),
    maxTimeoutMs: timeLimit('maxTimeoutMs').default(600_000).describe('the longest limit that the model may ask for'),
    secretVariables: z
      .array(
        z
          .string({ error: 'secretVariables must be a list of names' })
          .regex(/^[A-Za-z_]\w*$/, { error: 'secretVariables must be a list of names' })
          .meta({ title: 'the name of an environment variable' }),
        { error: 'secretVariables must be a list of names' },
      )
      .meta({ title: 'a list of names of environment variables', examples: [['NPM_TOKEN']] })
      .default([])
      .describe('environment variables that commands do not get, besides the keys of models'),
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
