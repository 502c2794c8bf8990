import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** What stands at a path of a tree: text or bytes of a file, a link, or `'dir'` for an empty folder. */
export type TreeEntry = string | Uint8Array | { readonly link: string } | { readonly dir: true }

/** Paths relative to the tree's root; parents are made. */
export type Tree = Readonly<Record<string, TreeEntry>>

/** A temporary folder (its real path), removed when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dsh-test-')))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes `tree` below `root`. A link's target is written as given. */
export function writeTree(root: string, tree: Tree): void {
  for (const [path, entry] of Object.entries(tree)) {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    if (typeof entry === 'string' || entry instanceof Uint8Array) writeFileSync(target, entry)
    else if ('link' in entry) symlinkSync(entry.link, target)
    else mkdirSync(target, { recursive: true })
  }
}

/** The text of a SKILL.md with a plain header. */
export function skillText(name: string, description = `A ${name} skill.`, body = 'Do it.'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`
}

/** A temporary folder with `tree` in it. */
export function temporaryTree(tree: Tree): string {
  const root = temporaryFolder()
  writeTree(root, tree)
  return root
}
