import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { z } from 'zod'
import { settingsInWords } from '../../packages/app/cli/src/settings/words.ts'
import type { Package } from './packages.ts'
import { COMMAND, pureImports } from './rules.ts'

const BUILD_FILE = 'tsconfig.build.json'
const PACKAGES = { page: 'ARCHITECTURE.md', head: '| folder | job | imports of ours |\n|---|---|---|\n' }
const SETTINGS = { page: 'docs/settings.md', head: '| setting | default | what it does |\n|---|---|---|\n' }

/** A file that is made from the manifests of the packages, whole or in part. */
export interface MadeFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** As it should be. */
  readonly text: string
}

/** The references of the build and the table of packages, as the manifests want them, and the table of settings, as the schema does. */
export function madeFiles(root: string, packages: readonly Package[]): readonly MadeFile[] {
  const published = packages.filter(({ isPrivate }) => !isPrivate)
  return [
    {
      path: BUILD_FILE,
      text: json({ files: [], references: published.map(({ folder }) => referenceTo('.', folder)) }),
    },
    ...published.map((item) => buildFile(root, item, published)),
    ...pageWithTable(root, PACKAGES, () => packages.map((item) => packageRow(item, packages))),
    ...pageWithTable(root, SETTINGS, () =>
      settingsInWords().map(
        ({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`,
      ),
    ),
  ]
}

const BuildFile = z.record(z.string(), z.unknown())

function buildFile(root: string, item: Package, published: readonly Package[]): MadeFile {
  const folder = `packages/${item.folder}`
  const path = posix.join(folder, BUILD_FILE)
  const up = posix.relative(folder, '.')
  const fresh = {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
    include: ['src'],
  }
  const kept = existsSync(join(root, path))
    ? BuildFile.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
    : fresh
  const references = importsOf(item, published).map((other) => referenceTo(folder, other.folder))
  return { path, text: json({ ...kept, references }) }
}

/** What the shipped code of a package may import, of `packages`. For the command that is also what is bundled into it. */
function importsOf(item: Package, packages: readonly Package[]): readonly Package[] {
  const isImported = ({ name, isPrivate }: Package): boolean =>
    !isPrivate && (item.declared.has(name) || (item.folder === COMMAND && item.forDevelopment.has(name)))
  return packages.filter(isImported)
}

function referenceTo(from: string, folder: string): { readonly path: string } {
  return { path: posix.relative(from, posix.join('packages', folder, BUILD_FILE)) }
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** The page with the rows below the head of its table replaced; nothing where there is no such page. */
function pageWithTable(
  root: string,
  { page, head }: { readonly page: string; readonly head: string },
  rows: () => readonly string[],
): readonly MadeFile[] {
  if (!existsSync(join(root, page))) return []
  const text = readFileSync(join(root, page), 'utf8')
  const start = text.indexOf(head)
  if (start === -1) throw new Error(`${page} has no table that begins with ${JSON.stringify(head)}`)
  const rest = text.slice(start + head.length).replace(/^(?:\|.*\n)*/, '')
  return [
    {
      path: page,
      text:
        text.slice(0, start) +
        head +
        rows()
          .map((row) => `${row}\n`)
          .join('') +
        rest,
    },
  ]
}

function packageRow(item: Package, packages: readonly Package[]): string {
  const { folder, description } = item
  const ours = importsOf(item, packages).map((other) => posix.basename(other.folder))
  const pure = (pureImports(item) ?? []).map((name) => `\`${name}\` alone`)
  return `| [packages/${folder}](packages/${folder}) | ${description} | ${[...ours, ...pure].join(', ') || '–'} |`
}
