import type { Distrust } from '@deepseek-ai/dsh-fs'
import { UsageError } from '../usage-error.ts'

/** Where in a file, counted from 1; columns in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** One thing in config.yaml that cannot be used. */
export interface SettingFault {
  /** Absent: the file as a whole. */
  readonly place?: Place | undefined
  /** No part of a key stands in it. */
  readonly message: string
  readonly hint: string
}

/** `PATH:LINE:COLUMN` */
export function placeIn(path: string, place: Place | undefined): string {
  return place === undefined ? path : `${path}:${place.line}:${place.column}`
}

/** The error that ends a command; all faults in the order of the file. */
export function settingsError(path: string, faults: readonly SettingFault[]): UsageError {
  const ordered = faults.toSorted((one, other) => offset(one) - offset(other))
  const [first] = ordered
  if (first !== undefined && ordered.length === 1) {
    return new UsageError(`${placeIn(path, first.place)}: ${first.message}`, first.hint)
  }
  const lines = ordered.map(({ place, message, hint }) => `  ${placeIn(path, place)}: ${message} (${hint})`)
  return new UsageError([`${ordered.length} settings cannot be used:`, ...lines].join('\n'), 'correct them in the file')
}

/** The error for files that another user may have written: each place once, and one command that mends all of them. */
export function distrustError(distrusts: readonly Distrust[], what = ''): UsageError {
  const places = [...new Map(distrusts.map((each) => [each.path, each])).values()]
  const lines = places.map(({ path, reason }) => `${path}: ${reason}, so what it holds is not trusted`)
  return new UsageError(what + lines.join('\n'), places.map(({ command }) => command).join(' && '))
}

/** Lines and columns as one number: no line of a file of this size is as long. */
function offset({ place }: SettingFault): number {
  return place === undefined ? 0 : place.line * 1_000_000 + place.column
}
