import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What lines that are not run are held against. */
export interface Repository {
  readonly root: string
  /** Names of the scripts in package.json. */
  readonly scripts: ReadonlySet<string>
  /** Names of packages of ours that nobody can install. */
  readonly unpublished: ReadonlySet<string>
}

const VARIABLES = /^(?:[A-Z_]+=\S+ )+/
const INSTALL = /^npm install ([^#]+)/
const SCRIPT = /^npm (ci|start|test|run (?:--silent )?([\w:-]+))(?: |$)/
const TEST_RUN = /^npx vitest run ([^#]+)/

/**
 * For a line that the check of the pages does not run, what is wrong with it, if anything; `undefined` for any other
 * line. Not run are: an install, since nothing is published; the scripts of this repository and its tests, which are
 * what runs the check, or too slow for it, and each have a place in `.ci/run`.
 */
export function checkUnrun(line: string, repository: Repository): { readonly faults: readonly string[] } | undefined {
  const commands = line.split('&&').map((command) => command.trim().replace(VARIABLES, ''))
  const checked = commands.map((command) => faultsOf(command, repository))
  return checked.every((faults) => faults !== undefined) ? { faults: checked.flat() } : undefined
}

function faultsOf(command: string, { root, scripts, unpublished }: Repository): readonly string[] | undefined {
  const packages = INSTALL.exec(command)?.[1]
  if (packages !== undefined) {
    return words(packages)
      .filter((name) => unpublished.has(name) || !existsSync(join(root, 'node_modules', name)))
      .map((name) => `${name} is none of the packages that there are`)
  }
  const [, call, script = call] = SCRIPT.exec(command) ?? []
  if (script !== undefined) return script === 'ci' || scripts.has(script) ? [] : [`there is no script ${script}`]
  const paths = TEST_RUN.exec(command)?.[1] ?? (command.startsWith('.ci/run') ? '.ci/run' : undefined)
  if (paths === undefined) return undefined
  return words(paths).flatMap((path) => (existsSync(join(root, path)) ? [] : [`there is no ${path}`]))
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
