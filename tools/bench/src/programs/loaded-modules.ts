// Preloaded: says on stderr, at the end, which packages from node_modules the process has loaded. In a bundle a comment in
// front of each module tells where it comes from.
import { type LoadFnOutput, registerHooks } from 'node:module'

const loaded = new Set<string>()

function addPackage(path: string): void {
  const name = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  if (name !== undefined) loaded.add(name)
}

/** What is built in has no source. */
function textOf({ source }: LoadFnOutput): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined)
}

registerHooks({
  load: (url, context, next) => {
    const loading = next(url, context)
    addPackage(url)
    for (const [, path = ''] of textOf(loading).matchAll(/^\/\/ (\S+)$/gm)) addPackage(path)
    return loading
  },
})
process.on('exit', () => process.stderr.write(`${JSON.stringify([...loaded])}\n`))
