import { realpathSync } from 'node:fs'

/** Tells which absolute paths name the same folder as `folder`, be it by way of links. */
export function sameFolderAs(folder: string): (other: string) => boolean {
  const realFolder = realPathOf(folder)
  return (other) => other === folder || realPathOf(other) === realFolder
}

/** The path itself where nothing is there any more. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
