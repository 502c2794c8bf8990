// Preloaded: says on stderr, at the end, which packages from node_modules the process has loaded.
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
    if (name !== undefined) loaded.add(name)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write(`${JSON.stringify([...loaded])}\n`))
