import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Distrust, distrustOf, errorCode, findDistrust } from '@deepseek-ai/dsh-fs'

/** Most warnings in words. */
const SHOWN_MAX_COUNT = 5

/**
 * A line for each of these folders of the user's skills, and each skill in them, that another user owns or may write to.
 * The user named the folders, and a team may share one, so they are read all the same.
 */
export function skillWarnings(folders: readonly string[]): readonly string[] {
  const distrusts = folders.flatMap((folder) => [
    ...findDistrust(folder),
    ...orNothing(() => readdirSync(folder), []).flatMap((name) => distrustOfEntry(join(folder, name))),
  ])
  const places = [...new Map(distrusts.map((each) => [each.path, each])).values()]
  const lines = places.slice(0, SHOWN_MAX_COUNT).map(({ path, reason, command }) => {
    return `warning: your skills in ${path} may not be yours: ${reason}. Run: ${command}`
  })
  const more = places.length - lines.length
  return more > 0 ? [...lines, `warning: ${more} more places of your skills may not be yours`] : lines
}

/** The file of a skill, or its folder and the SKILL.md in it. The way to a link's target is walked as a whole. */
function distrustOfEntry(path: string): readonly Distrust[] {
  const isFlat = path.endsWith('.md')
  return (isFlat ? [path] : [path, join(path, 'SKILL.md')]).flatMap((each) => {
    const stats = orNothing(() => lstatSync(each, { throwIfNoEntry: false }), undefined)
    if (!stats) return []
    return stats.isSymbolicLink() ? findDistrust(each) : (distrustOf(each, stats) ?? [])
  })
}

/** What the system refuses is no skill, or is reported where skills are read. */
function orNothing<Value>(read: () => Value, nothing: Value): Value {
  try {
    return read()
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return nothing
  }
}
