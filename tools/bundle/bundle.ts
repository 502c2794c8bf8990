import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'

/** What brings machine code, or does not bring its licence, or is large and seldom used. */
const EXTERNAL = ['@earendil-works/pi-tui', 'stopwords-iso', 'undici']

/** Bundles the command, as its sources are, into the folder `dist`. Resolves to what was written; `main.js` starts it. */
export async function bundleCommand(root: string, dist: string): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'packages/app/cli/src/main.ts'),
    platform: 'node',
    external: (id) => EXTERNAL.includes(packageOf(id)),
    resolve: { conditionNames: ['dsh-source', 'node', 'import', 'default'] },
    tsconfig: false,
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const { output } = await bundle.write({ dir: dist, entryFileNames: 'main.js', chunkFileNames: '[name].js' })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk')
}

/** `@x/y` of `@x/y/z`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
