import { PROJECT_LINKS, TOLERANCES } from './schema.ts'

/** A setting in words. */
export interface SettingWords {
  /** What it takes: "takes …". */
  readonly takes: string
  /** The same of each entry of a list. */
  readonly entryTakes?: string
  /** A value as one would write it. */
  readonly example: string
}

const TIMER: SettingWords = { takes: 'milliseconds: a whole number from 1 to 2147483647', example: '60000' }
const MILLISECONDS: SettingWords = { takes: 'milliseconds: a whole number from 1 to 3600000', example: '60000' }

/** Every setting, by its keys with dots between. */
export const SETTINGS: Readonly<Record<string, SettingWords>> = {
  model: { takes: 'the name of a model', example: 'deepseek-flash' },
  'endpoint.baseUrl': { takes: 'an http address', example: 'https://api.example.com/v1' },
  'endpoint.apiKeyEnv': { takes: 'the name of an environment variable', example: 'EXAMPLE_API_KEY' },
  'endpoint.apiKeyFile': { takes: 'the path of a file that holds the key', example: 'api-key.txt' },
  'endpoint.apiKey': {
    takes: 'the key itself: text without blanks',
    example: 'none, where the server asks for none',
  },
  'endpoint.headers': { takes: 'a map of header names and texts', example: '{ x-team: tea }' },
  'endpoint.maxRetries': { takes: 'a whole number from 0 to 10', example: '2' },
  'endpoint.firstByteTimeoutMs': MILLISECONDS,
  'endpoint.idleTimeoutMs': MILLISECONDS,
  'agent.maxStepsPerTurn': { takes: 'a whole number, at least 1', example: '50' },
  'bash.defaultTimeoutMs': TIMER,
  'bash.maxTimeoutMs': TIMER,
  'bash.secretVariables': {
    takes: 'a list of names of environment variables',
    entryTakes: 'the name of an environment variable',
    example: '[NPM_TOKEN]',
  },
  'skills.local.customSkillDirs': {
    takes: 'a list of folders',
    entryTakes: 'the path of a folder: absolute, below ~/, or relative to the folder of this file',
    example: '[~/team/skills]',
  },
  'skills.local.tolerance': { takes: TOLERANCES.options.join(' or '), example: 'strict' },
  'skills.local.projectLinks': { takes: PROJECT_LINKS.options.join(' or '), example: 'inside' },
  'skills.tool.catalogDescriptionMaxLength': { takes: 'a whole number, at least 3', example: '300' },
  'skills.tool.catalogMaxTokens': { takes: 'a whole number, at least 1', example: '4000' },
  'skills.tool.announceChanges': { takes: 'true or false', example: 'false' },
  'skills.registry.collectCacheMaxEntries': { takes: 'a whole number, at least 1', example: '128' },
}
