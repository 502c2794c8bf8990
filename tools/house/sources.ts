import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'

/** One file of shipped code. */
export interface Source {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly text: string
}

const SHIPPED_FOLDERS = ['src', 'bin']
const CODE = /\.[cm]?[jt]sx?$/

/** The code that a package ships, in code-unit order of paths. Tests are none of it. */
export function readSources(root: string, item: Package): readonly Source[] {
  return SHIPPED_FOLDERS.map((folder) => join('packages', item.folder, folder))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => CODE.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Lines of a text, counted from 1: on which one an offset lies. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
