import { Config as EndpointConfig } from '@deepseek-ai/dsh-llm-openai-compatible'
import { Config as LocalSkillsConfig } from '@deepseek-ai/dsh-skill-local'
import { z } from 'zod'
import { faultOfEndpointUrl } from '../endpoint-url.ts'

const { tolerance, projectLinks } = LocalSkillsConfig.unwrap().shape

/** How a header that does not parse is taken. */
export const TOLERANCES = tolerance.unwrap()

/** What becomes of links that leave the project. */
export const PROJECT_LINKS = projectLinks.unwrap()

export type ProjectLinks = z.output<typeof PROJECT_LINKS>

const baseUrl = () =>
  z
    .string()
    .trim()
    .superRefine((text, issues) => {
      const fault = faultOfEndpointUrl(text)
      if (fault) issues.addIssue({ code: 'custom', message: fault.message })
    })

/** A path in one line; `~` alone or before a slash is the home folder, another `~` would be a surprise. */
const path = () => z.string().regex(/^(?:~$|~\/|[^~\p{Cc}])[^\p{Cc}]*$/u)

/** The name of an environment variable. */
const variable = () => z.string().regex(/^[A-Za-z_]\w*$/)

/** Headers by name: the checks of the adapter that sends them. */
const headers = () => EndpointConfig.unwrap().shape.headers.unwrap()

const milliseconds = () => z.int().min(1).max(3_600_000)

/** The most that a timer can wait. */
const timerMilliseconds = () =>
  z
    .int()
    .min(1)
    .max(2 ** 31 - 1)

/** A key whose settings are all commented out has no value: that is no mistake. */
function section<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => value ?? {}, z.strictObject(shape)).prefault({})
}

/**
 * What config.yaml may hold. Bounds are those of the packages that the settings are handed to. Made at each call: that takes
 * milliseconds, and most people have no such file.
 */
export const configFileSchema = () =>
  z.strictObject({
    model: z
      .string()
      .trim()
      .regex(/^[^\p{Cc}]{1,200}$/u)
      .optional(),
    endpoint: section({
      baseUrl: baseUrl().optional(),
      apiKeyEnv: variable().optional(),
      apiKeyFile: path().optional(),
      apiKey: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]+$/)
        .optional(),
      headers: headers().optional(),
      maxRetries: z.int().min(0).max(10).optional(),
      firstByteTimeoutMs: milliseconds().optional(),
      idleTimeoutMs: milliseconds().optional(),
    }),
    agent: section({
      maxStepsPerTurn: z.int().min(1).optional(),
    }),
    bash: section({
      defaultTimeoutMs: timerMilliseconds().optional(),
      maxTimeoutMs: timerMilliseconds().optional(),
      secretVariables: z.array(variable()).optional(),
    }),
    skills: section({
      local: section({
        customSkillDirs: z.array(path()).optional(),
        tolerance: TOLERANCES.optional(),
        projectLinks: PROJECT_LINKS.optional(),
      }),
      tool: section({
        catalogDescriptionMaxLength: z.int().min(3).optional(),
        catalogMaxTokens: z.int().min(1).optional(),
        announceChanges: z.boolean().optional(),
      }),
      registry: section({
        collectCacheMaxEntries: z.int().min(1).optional(),
      }),
    }),
  })

export type ConfigFile = z.output<ReturnType<typeof configFileSchema>>
