import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() })

/** The folder of the package that the module `path` belongs to; `undefined` for one that is not third-party. */
export function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]
}

/**
 * What has to travel with a bundle that holds code of the packages in `folders`: name, version and licence of each, in the
 * order of their names. Throws for a package that does not bring the text of its licence: such a one cannot be bundled.
 */
export function licenceNotice(folders: readonly string[]): string {
  const notices = folders.map(noticeOf).toSorted((a, b) => (a < b ? -1 : 1))
  return ['dsh contains code of these packages.\n', ...notices].join(`\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder: string): string {
  const { name, version, license } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no file with its licence: leave it out of the bundle`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
