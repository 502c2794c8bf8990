import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { personsEnvironment } from './environment.ts'

/** The home folder and the project of everybody in our pages. */
const HOME = '/home/ann'
const PROJECT = '/home/ann/shop'

/** A machine of its own for one page: a home folder, and in it a project with a `.git`. */
export interface Place {
  readonly project: string
  /** What a child process gets for its environment: nothing of ours, no key, no network for npm. */
  readonly env: Readonly<Record<string, string>>
  /** A text of the page as it must read here: its paths below `/home/ann` lead into this place. */
  readonly toHere: (text: string) => string
  /** Back again, for what was printed. */
  readonly toPage: (text: string) => string
  /** Writes a file that the page shows. `path` is relative to the project, or starts with `~/`. */
  readonly write: (path: string, text: string) => void
}

/** Makes a place below the empty folder `folder`. Programs and packages are those of the repository at `root`. */
export function makePlace(folder: string, root: string): Place {
  const home = join(folder, HOME)
  const project = join(folder, PROJECT)
  const modules = join(root, 'node_modules')
  mkdirSync(join(project, '.git'), { recursive: true })
  symlinkSync(modules, join(project, 'node_modules'))
  return {
    project,
    env: personsEnvironment(modules, home),
    toHere: (text) => text.replaceAll(HOME, home),
    toPage: (text) => text.replaceAll(home, HOME),
    write: (path, text) => {
      const target = path.startsWith('~/') ? join(home, path.slice(2)) : join(project, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    },
  }
}
