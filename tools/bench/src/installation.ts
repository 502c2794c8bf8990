import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const repositoryRoot = resolve(import.meta.dirname, '../../..')

/**
 * Compiles everything and lays it out below `parent` as npm would install it: of each package the files that it
 * publishes, third-party packages as links. Returns the path of the `dsh` command. Throws when something does not compile.
 */
export function buildAndInstall(parent: string): string {
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: repositoryRoot, encoding: 'utf8' })
  if (build.status !== 0) throw new Error(`npm run build failed:\n${build.stdout.slice(-2000)}${build.stderr}`)
  const modules = join(parent, 'installed/node_modules')
  for (const manifest of globSync('packages/*/*/package.json', { cwd: repositoryRoot })) {
    installPackage(join(repositoryRoot, dirname(manifest)), modules)
  }
  linkThirdParties(join(repositoryRoot, 'node_modules'), modules)
  return join(modules, '@deepseek-ai/dsh/bin/dsh.js')
}

function installPackage(folder: string, modules: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly files?: readonly string[]
  }
  const target = join(modules, manifest.name)
  for (const file of ['package.json', ...(manifest.files ?? [])]) {
    const source = join(folder, file)
    if (existsSync(source)) cpSync(source, join(target, file), { recursive: true })
  }
  // Versions that npm could not hoist lie in the package's own folder.
  const own = join(folder, 'node_modules')
  if (existsSync(own)) linkThirdParties(own, join(target, 'node_modules'))
}

/** Links each package of `source` into `modules`, but for those that are there. */
function linkThirdParties(source: string, modules: string): void {
  for (const name of readdirSync(source)) {
    if (name.startsWith('.')) continue
    if (name.startsWith('@')) linkThirdParties(join(source, name), join(modules, name))
    else if (!existsSync(join(modules, name))) {
      mkdirSync(modules, { recursive: true })
      symlinkSync(join(source, name), join(modules, name))
    }
  }
}
