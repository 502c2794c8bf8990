import { dirname, join, resolve } from 'node:path'
import { findDistrust } from '@deepseek-ai/dsh-fs'
import type { Tolerance } from '@deepseek-ai/dsh-skill-format'
import type { FileWishes } from '../model-choice.ts'
import { distrustError, settingsError } from './fault.ts'
import { absolutePath, findHomes, type Surroundings } from './homes.ts'
import { keyReader } from './key-source.ts'
import { parseSettingsText, type SettingsText } from './parse-yaml.ts'
import { readSmallFile } from './read-file.ts'
import { type ConfigFile, configFileSchema } from './schema.ts'
import { skillWarnings } from './skill-warnings.ts'
import { validateSettings } from './validate.ts'

/** Largest config.yaml, in bytes. */
const CONFIG_MAX_BYTES = 64 * 1024

/** What the commands go by: config.yaml, with folders found. A setting that the file leaves out is left to who uses it. */
export interface Settings {
  /** Model, endpoint, key and headers: options and environment go before them. */
  readonly model: FileWishes
  readonly endpoint: Pick<ConfigFile['endpoint'], 'maxRetries' | 'firstByteTimeoutMs' | 'idleTimeoutMs'>
  readonly agent: ConfigFile['agent'] & { readonly access: AccessSettings }
  readonly skills: {
    readonly local: LocalSettings
    readonly tool: ConfigFile['skills']['tool']
    readonly registry: ConfigFile['skills']['registry']
  }
  readonly sessions: { readonly directory: string }
  /** For what the user was told about the skills of projects. */
  readonly toldDirectory: string
  readonly bash: ConfigFile['bash']
  /** Lines that the user must read, e.g. of a folder of their skills that others may write to. */
  readonly warnings: readonly string[]
}

/** What no tool reads without a question. Paths are absolute. */
interface AccessSettings {
  readonly home: string
  readonly dshHome: string
  readonly privatePaths: string[]
}

/** Folders are absolute. */
interface LocalSettings {
  readonly dshHome: string
  readonly agentsHome: string
  readonly customSkillDirs: string[]
  readonly tolerance: Tolerance
  readonly projectLinks: ConfigFile['skills']['local']['projectLinks']
}

/**
 * Reads `<dshHome>/config.yaml`, the one file of settings: what lies in a project never is. A missing file is the same as
 * an empty one. Throws `UsageError` with everything that is wrong in it, and when another user owns it or may write to it,
 * to the folder of the sessions, or to a folder above.
 */
export function loadSettings(surroundings: Surroundings): Settings {
  const { dshHome } = findHomes([], surroundings)
  const path = join(dshHome, 'config.yaml')
  const sessions = join(dshHome, 'sessions')
  const distrusts = [dshHome, path, sessions].flatMap((each) => findDistrust(each))
  if (distrusts.length > 0) throw distrustError(distrusts)
  const { file, text } = readConfig(path)
  const absolute = (entry: string): string => absolutePath(entry, dirname(path), surroundings.home)
  const { baseUrl, apiKeyEnv, apiKeyFile, headers, maxRetries, firstByteTimeoutMs, idleTimeoutMs } = file.endpoint
  const { secretVariables } = file.bash
  const { customSkillDirs, tolerance, projectLinks } = file.skills.local
  const homes = findHomes(customSkillDirs.map(absolute), surroundings)
  const apiKey = keyReader(file.endpoint, {
    configPath: path,
    placeOf: (key) => text?.placeOfValue(['endpoint', key]),
    env: surroundings.env,
    absolute,
  })
  return {
    model: { model: file.model, baseUrl, apiKey, headers },
    endpoint: { maxRetries, firstByteTimeoutMs, idleTimeoutMs },
    agent: {
      ...file.agent,
      access: {
        home: resolve(surroundings.home),
        dshHome,
        privatePaths: apiKeyFile === undefined ? [] : [absolute(apiKeyFile)],
      },
    },
    skills: {
      tool: file.skills.tool,
      registry: file.skills.registry,
      local: { ...homes, customSkillDirs: [...homes.customSkillDirs], tolerance, projectLinks },
    },
    sessions: { directory: sessions },
    toldDirectory: join(dshHome, 'told'),
    warnings: skillWarnings([join(dshHome, 'skills'), join(homes.agentsHome, 'skills'), ...homes.customSkillDirs]),
    bash: { ...file.bash, secretVariables: [...secretVariables, ...(apiKeyEnv === undefined ? [] : [apiKeyEnv])] },
  }
}

function readConfig(path: string): { readonly file: ConfigFile; readonly text?: SettingsText } {
  const reading = readSmallFile(path, CONFIG_MAX_BYTES)
  if (reading.kind === 'missing') return { file: configFileSchema().parse({}, { jitless: true }) }
  if (reading.kind === 'fault') throw settingsError(path, [reading])
  const text = parseSettingsText(reading.text)
  if ('message' in text) throw settingsError(path, [text])
  const result = validateSettings(text, reading.mode)
  if (result.kind === 'faulty') throw settingsError(path, result.faults)
  return { file: result.file, text }
}
