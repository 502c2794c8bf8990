import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readPackages } from '../house/packages.ts'
import { expectSeen, run } from './run.ts'

const SCOPE = '@deepseek-ai'

/**
 * Clones the last commit of the repository at `root` into the empty folder `folder`, and puts in place what `npm ci` would
 * install there: third-party packages are those of `root`, our own ones are those of the clone. Returns the commit.
 */
export function cloneInto(folder: string, root: string, env: Readonly<Record<string, string>>): string {
  const cloned = run(
    `git -c safe.directory="*" clone --quiet --depth 1 "file://${root}" "${folder}" && git -C "${folder}" rev-parse --short HEAD`,
    { cwd: root, env },
  )
  expectSeen(cloned, { code: 0, texts: [] })
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { folder: each } of readPackages(root)) {
    const modules = join('packages', each, 'node_modules')
    if (isFolder(join(root, modules))) linkFolder(join(root, modules), join(folder, modules))
  }
  return cloned.stdout.trim()
}

/** Links a new package of the clone as `npm install` does. */
export function linkPackage(clone: string, path: string, name: string): void {
  symlinkSync(join(clone, path), join(clone, 'node_modules', name))
}

/** Links are made anew, so that relative ones lead into the clone; what is no link leads to the original. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name === SCOPE || entry.name === '.bin') linkFolder(source, target)
    else if (!entry.name.startsWith('.')) symlinkSync(source, target)
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
