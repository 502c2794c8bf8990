import { isDeepSeek } from '../endpoint-url.ts'
import { isKeyHeader } from '../model-choice.ts'
import type { SettingFault } from './fault.ts'
import { faultsOfIssue } from './issue.ts'
import type { SettingPath, SettingsText } from './parse-yaml.ts'
import { isPrivate } from './read-file.ts'
import { type ConfigFile, configFileSchema } from './schema.ts'

export type Validation =
  | { readonly kind: 'valid'; readonly file: ConfigFile }
  | { readonly kind: 'faulty'; readonly faults: readonly SettingFault[] }

/** Gives a text of settings its type, or tells all that is wrong with it. `mode` is that of the file. */
export function validateSettings(text: SettingsText, mode: number): Validation {
  // It is used once: to compile it would take longer than to run it.
  const result = configFileSchema().safeParse(text.value, { jitless: true })
  if (!result.success) {
    return { kind: 'faulty', faults: result.error.issues.flatMap((issue) => faultsOfIssue(issue, text)) }
  }
  const faults = keyFaults(result.data.endpoint, text, mode)
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'valid', file: result.data }
}

const KEY_SETTINGS = ['apiKeyEnv', 'apiKeyFile', 'apiKey'] as const

function keyFaults(endpoint: ConfigFile['endpoint'], text: SettingsText, mode: number): readonly SettingFault[] {
  const faults: SettingFault[] = []
  const tell = (key: string, message: string, hint: string): void => {
    const path: SettingPath = ['endpoint', key]
    faults.push({ place: text.placeOfKey(path), message: `endpoint.${key} ${message}`, hint })
  }
  const [first, second] = KEY_SETTINGS.filter((key) => endpoint[key] !== undefined)
  if (first !== undefined && second !== undefined) {
    tell(second, `stands beside endpoint.${first}`, 'keep one of them: the key comes from one place')
  }
  if (endpoint.apiKeyEnv === 'DEEPSEEK_API_KEY' && !isDeepSeek(endpoint.baseUrl)) {
    tell('apiKeyEnv', 'names DEEPSEEK_API_KEY, which is sent to DeepSeek alone', 'name the variable of this endpoint')
  }
  // A key that is none needs no hiding.
  if (endpoint.apiKey !== undefined && endpoint.apiKey !== 'none' && !isPrivate(mode)) {
    tell(
      'apiKey',
      `is a key that others can read: the mode of the file is 0${mode.toString(8)}`,
      'chmod 600 the file, or name a variable with apiKeyEnv',
    )
  }
  const keyHeader = Object.keys(endpoint.headers ?? {}).find(isKeyHeader)
  if (keyHeader !== undefined && !isPrivate(mode)) {
    const mistake = `holds a key that others can read: the mode of the file is 0${mode.toString(8)}`
    tell('headers', mistake, 'chmod 600 the file, or name a variable with apiKeyEnv')
  }
  return faults
}
