import { Config as Agent } from '@deepseek-ai/dsh-agent'
import { Config as Endpoint } from '@deepseek-ai/dsh-llm-openai-compatible'
import { Config as Registry } from '@deepseek-ai/dsh-skill'
import { Config as Local } from '@deepseek-ai/dsh-skill-local'
import { Config as Bash } from '@deepseek-ai/dsh-tool-bash'
import { Config as Tool } from '@deepseek-ai/dsh-tool-skill/text'
import { z } from 'zod'

/** A path in one line; `~` alone or before a slash is the home folder, another `~` would be a surprise. */
const path = () => z.string().regex(/^(?:~$|~\/|[^~\p{Cc}])[^\p{Cc}]*$/u)

/** A key whose settings are all commented out has no value: that is no mistake. */
function section<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? {}, schema).prefault({} as z.input<Schema>)
}

/**
 * What config.yaml may hold: the settings of the packages that they are handed to, with their bounds, words and defaults, and
 * those of the command. `.describe()` says what a setting does, and `.meta()` what it takes (`title`), an example, and what
 * its absence means. Made at each call, and once per start.
 */
export function configFileSchema() {
  const { apiKey, baseUrl, headers, maxRetries, firstByteTimeoutMs, idleTimeoutMs } = Endpoint.unwrap().shape
  const { tolerance, projectLinks, customSkillDirs } = Local.unwrap().shape
  const { maxStepsPerTurn } = Agent.unwrap().shape
  const tool = Tool.unwrap()
  return z.strictObject({
    model: z
      .string()
      .trim()
      .regex(/^[^\p{Cc}]{1,200}$/u)
      .meta({ title: 'the name of a model', examples: ['deepseek-flash'], absent: '`deepseek-flash` for DeepSeek' })
      .optional()
      .describe('the model to call'),
    endpoint: section(
      z.strictObject({
        baseUrl: baseUrl.unwrap().meta({ absent: 'DeepSeek' }).optional().describe(`${baseUrl.description}`),
        apiKeyEnv: z
          .string()
          .regex(/^[A-Za-z_]\w*$/)
          .meta({ title: 'the name of an environment variable', examples: ['EXAMPLE_API_KEY'] })
          .optional()
          .describe('name of the environment variable that holds the key'),
        apiKeyFile: path()
          .meta({ title: 'the path of a file that holds the key', examples: ['api-key.txt'] })
          .optional()
          .describe('path of a file that holds the key and nothing else; its mode must be 0600'),
        apiKey: apiKey.describe(
          'the key itself, only where the mode of `config.yaml` is 0600; `none` where the server asks for none',
        ),
        headers: headers
          .unwrap()
          .meta({ absent: 'none' })
          .optional()
          .describe(`${headers.description}; one that holds a key only where the mode of \`config.yaml\` is 0600`),
        maxRetries,
        firstByteTimeoutMs,
        idleTimeoutMs,
      }),
    ),
    agent: section(z.strictObject({ maxStepsPerTurn })),
    bash: section(Bash.unwrap()),
    skills: section(
      z.strictObject({
        local: section(
          z.strictObject({
            customSkillDirs: z
              .array(
                path().meta({
                  title: 'the path of a folder: absolute, below ~/, or relative to the folder of this file',
                }),
              )
              .meta({ title: 'a list of folders', examples: [['~/team/skills']] })
              .default([])
              .describe(`${customSkillDirs.description}`),
            tolerance: tolerance.unwrap().default('repair').describe(`${tolerance.description}`),
            projectLinks,
          }),
        ),
        tool: section(
          tool.extend({
            announceChanges: tool.shape.announceChanges
              .unwrap()
              .default(true)
              .describe(`${tool.shape.announceChanges.description}`),
          }),
        ),
        registry: section(Registry.unwrap()),
      }),
    ),
  })
}

export type ConfigFile = z.output<ReturnType<typeof configFileSchema>>
