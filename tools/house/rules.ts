import { floorOf, type Package } from './packages.ts'

/** Packages of others that every package may import, pure ones aside. */
export const EVERYWHERE: readonly string[] = ['@deepseek-ai/cordis', 'zod']

/** For tests alone: no shipped code imports it. */
export const TEST_ONLY = '@deepseek-ai/dsh-testkit'

/** What it imports is shipped inside of it (tools/bundle): dependencies for development are enough. It may import hosts. */
export const COMMAND = 'app/cli'

/** Pure packages: no I/O and no framework, so nothing of Node, no Cordis and no zod. Of others they may import these alone. */
const PURE: ReadonlyMap<string, readonly string[]> = new Map([['skill/skill-format', ['yaml']]])

export function pureImports({ folder }: Package): readonly string[] | undefined {
  return PURE.get(folder)
}

/** Why `item` may not import `target`, a package of the workspace; `undefined` when it may. */
export function objectionTo(item: Package, target: Package): string | undefined {
  if (item.isPrivate) return undefined // For tests: never shipped.
  if (floorOf(target.folder) < floorOf(item.folder)) return `${target.name} stands on a higher floor`
  const isHost = target.folder.startsWith('app/')
  return isHost && item.folder !== COMMAND ? `${target.name} is a host, and only the command imports those` : undefined
}
