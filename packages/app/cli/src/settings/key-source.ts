import { findDistrust } from '@deepseek-ai/dsh-fs'
import { UsageError } from '../usage-error.ts'
import { distrustError, type Place, placeIn } from './fault.ts'
import { isPrivate, readSmallFile } from './read-file.ts'
import type { ConfigFile } from './schema.ts'

const KEY_FILE_MAX_BYTES = 4096

export interface KeySurroundings {
  /** Path of config.yaml, for messages. */
  readonly configPath: string
  readonly placeOf: (key: 'apiKeyEnv' | 'apiKeyFile') => Place | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Makes a path of the file absolute. */
  readonly absolute: (path: string) => string
}

/**
 * How to get the key that config.yaml speaks of; `undefined` when it speaks of none. Nothing is looked up before it is
 * called. It throws `UsageError` when there is no usable key, and never tells what it found.
 */
export function keyReader(endpoint: ConfigFile['endpoint'], surroundings: KeySurroundings): (() => string) | undefined {
  const { apiKey, apiKeyEnv, apiKeyFile } = endpoint
  const { configPath, placeOf, env, absolute } = surroundings
  if (apiKey !== undefined) return () => apiKey
  if (apiKeyEnv !== undefined) {
    return () => env[apiKeyEnv] || missingVariable(placeIn(configPath, placeOf('apiKeyEnv')))
  }
  if (apiKeyFile === undefined) return undefined
  return () => readKeyFile(absolute(apiKeyFile), placeIn(configPath, placeOf('apiKeyFile')))
}

/** The variable is not named: somebody may have put the key there. */
function missingVariable(place: string): never {
  throw new UsageError(
    `${place}: the environment variable that endpoint.apiKeyEnv names is not set`,
    'set it, or use --offline',
  )
}

function readKeyFile(path: string, place: string): string {
  const refuse = (message: string, hint: string): never => {
    throw new UsageError(`${place}: the key file ${path}: ${message}`, hint)
  }
  const distrusts = findDistrust(path)
  if (distrusts.length > 0) throw distrustError(distrusts, `${place}: the key file `)
  const reading = readSmallFile(path, KEY_FILE_MAX_BYTES)
  if (reading.kind === 'missing')
    return refuse('there is no such file', 'correct endpoint.apiKeyFile, or use --offline')
  if (reading.kind === 'fault') return refuse(reading.message, reading.hint)
  if (!isPrivate(reading.mode)) {
    return refuse(`others can read it (its mode is 0${reading.mode.toString(8)})`, 'chmod 600 the key file')
  }
  const key = reading.text.trim()
  if (/^[\x21-\x7e]+$/.test(key)) return key
  return refuse('it does not hold one key: a line without blanks, in ASCII', 'put the key alone into the file')
}
