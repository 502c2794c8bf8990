import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Names = z.record(z.string(), z.string()).default({})

const Manifest = z.object({
  name: z.string(),
  description: z.string().default(''),
  private: z.boolean().default(false),
  dependencies: Names,
  peerDependencies: Names,
  optionalDependencies: Names,
  devDependencies: Names,
})

/** A workspace package as it lies on disk. */
export interface Package {
  /** Below `packages/`, with `/`. */
  readonly folder: string
  readonly name: string
  /** One sentence. */
  readonly description: string
  readonly isPrivate: boolean
  /** What a user of the package gets installed: dependencies of every kind but those for development. */
  readonly declared: ReadonlySet<string>
  /** Dependencies for development. */
  readonly forDevelopment: ReadonlySet<string>
  /** Text of package.json, to find lines in. */
  readonly manifestText: string
}

/** All packages, sorted by floor from the top, then by folder: folders with a package.json right below `packages/` or one level deeper. */
export function readPackages(root: string): readonly Package[] {
  return subfolders(join(root, 'packages'))
    .flatMap((floor) => {
      if (existsSync(join(root, 'packages', floor, 'package.json'))) return [floor]
      return subfolders(join(root, 'packages', floor)).map((name) => `${floor}/${name}`)
    })
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .map((folder) => readPackage(root, folder))
    .toSorted((a, b) => floorOf(a.folder) - floorOf(b.folder))
}

function readPackage(root: string, folder: string): Package {
  const manifestText = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')
  const manifest = Manifest.parse(JSON.parse(manifestText))
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest
  return {
    folder,
    name: manifest.name,
    description: manifest.description,
    isPrivate: manifest.private,
    declared: new Set(Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })),
    forDevelopment: new Set(Object.keys(devDependencies)),
    manifestText,
  }
}

function subfolders(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .sort()
}

/** The line of package.json on which a name stands; 1 when it does not. */
export function manifestLine(item: Package, name: string): number {
  return item.manifestText.split('\n').findIndex((line) => line.includes(`"${name}"`)) + 1 || 1
}

/** From the top. A package may import from its own floor and from those below it. */
const FLOORS = ['app', 'host', 'skill', 'agent'] as const

/** How far from the top a package stands: `skill/tool-skill` on 2. What is on no floor counts as below all. */
export function floorOf(folder: string): number {
  const index = FLOORS.findIndex((floor) => folder.startsWith(`${floor}/`))
  return index === -1 ? FLOORS.length : index
}
