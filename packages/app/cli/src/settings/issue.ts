import type { z } from 'zod'
import { nearest } from '../nearest.ts'
import { visibleLine } from '../visible-text.ts'
import type { SettingFault } from './fault.ts'
import type { SettingPath, SettingsText } from './parse-yaml.ts'
import { settingsInWords } from './words.ts'

/** Longest piece of the file that a message shows, in UTF-16 units. */
const SHOWN_MAX_LENGTH = 60

/** What zod found, as faults that a person can act on: one for each unknown key, else one. */
export function faultsOfIssue(issue: z.core.$ZodIssue, text: SettingsText): readonly SettingFault[] {
  const { path } = issue
  if (issue.code !== 'unrecognized_keys') return [faultOfValue(issue, text)]
  return issue.keys.map((key) => {
    // `apiKey:x` without a blank is one key.
    const isHidden = isOfEndpoint(path) && !/^[a-z]\w{0,24}$/i.test(key)
    const message = isHidden ? 'unknown setting in endpoint' : `unknown setting ${shown(nameOf([...path, key]))}`
    return { place: text.placeOfKey([...path, key]), message, hint: hintForUnknown(key, nameOf(path)) }
  })
}

function faultOfValue(issue: z.core.$ZodIssue, text: SettingsText): SettingFault {
  // A header is part of one setting, and what stands there may be a key.
  const isHeader = isOfEndpoint(issue.path) && issue.path[1] === 'headers'
  const path = isHeader ? issue.path.slice(0, 2) : issue.path
  const place = text.placeOfValue(issue.path) ?? text.placeOfValue(path)
  const name = nameOf(path) || 'the file'
  const value = valueAt(text.value, issue.path)
  const setting = nameOf(path.filter((segment) => typeof segment === 'string'))
  const words = settingsInWords().find((each) => each.name === setting)
  if (words === undefined) {
    const how = setting === '' ? 'write `key: value` with these keys' : 'write its settings below it, indented'
    const hint = `${how}: ${childrenOf(setting).join(', ')}`
    return { place, message: `${name} takes settings${contrast(value, path)}`, hint }
  }
  const hint = `for example ${lastKey(setting)}: ${words.example}`
  const reason = reasonOf(issue)
  if (reason !== undefined && (issue.code === 'custom' || isHeader))
    return { place, message: `${name}: ${reason}`, hint }
  const takes = typeof path.at(-1) === 'number' ? (words.entryTakes ?? words.takes) : words.takes
  return { place, message: `${name} takes ${takes}${contrast(value, path)}`, hint }
}

/** Words of our own schema, which tell more than what a setting takes. */
function reasonOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message
  return issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : undefined
}

/** A text that belongs to the endpoint may be a key or a password: no message shows it. */
function contrast(value: unknown, path: SettingPath): string {
  return isOfEndpoint(path) && typeof value === 'string' ? '' : `, not ${describe(value)}`
}

function isOfEndpoint([first]: SettingPath): boolean {
  return first === 'endpoint'
}

/** The nearest setting of the same map, else one of that name elsewhere, else all that there is. */
function hintForUnknown(key: string, section: string): string {
  const siblings = childrenOf(section)
  const sibling = nearest(key, siblings)
  if (sibling !== undefined) return `did you mean ${join(section, sibling)}?`
  const elsewhere = settingsInWords()
    .map((each) => each.name)
    .find((setting) => lastKey(setting).toLowerCase() === key.toLowerCase())
  if (elsewhere !== undefined) return `did you mean ${elsewhere}?`
  return `${section === '' ? 'the settings' : `the settings of ${section}`} are ${siblings.join(', ')}`
}

/** Keys that a map may have; the empty name is that of the whole file. */
function childrenOf(section: string): readonly string[] {
  const prefix = section === '' ? '' : `${section}.`
  const below = settingsInWords()
    .map((each) => each.name)
    .filter((setting) => setting.startsWith(prefix))
  return [...new Set(below.map((setting) => setting.slice(prefix.length).split('.')[0] ?? ''))]
}

function join(section: string, key: string): string {
  return section === '' ? key : `${section}.${key}`
}

function lastKey(setting: string): string {
  return setting.slice(setting.lastIndexOf('.') + 1)
}

/** `skills.local.customSkillDirs[0]` */
function nameOf(path: SettingPath): string {
  return path.reduce<string>((name, segment) => {
    return typeof segment === 'number' ? `${name}[${segment}]` : join(name, String(segment))
  }, '')
}

function valueAt(value: unknown, path: SettingPath): unknown {
  let found = value
  for (const segment of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Reflect.get(found, segment)
  }
  return found
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  if (typeof value === 'number') return `${value}`
  return shown(JSON.stringify(value) ?? typeof value)
}

function shown(text: string): string {
  return visibleLine(text.length <= SHOWN_MAX_LENGTH ? text : `${text.slice(0, SHOWN_MAX_LENGTH)}…`)
}
