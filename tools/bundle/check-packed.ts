// Installs the packed command, with the dependencies that it declares and nothing else, into an empty folder, and uses it.
// Needs a build.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { personsEnvironment } from '../docs-check/environment.ts'
import { expectSeen, type Place, run } from '../walk/run.ts'

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'packages/app/cli')
const { name, version, dependencies } = z
  .object({ name: z.string(), version: z.string(), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')))

/** Returns the path of the command. */
function install(modules: string, place: Place): string {
  const installed = join(modules, name)
  mkdirSync(installed, { recursive: true })
  const packed = run(`npm pack --silent --pack-destination "${place.cwd}" "${cli}"`, place)
  expectSeen(packed, { code: 0, texts: ['.tgz'] })
  const unpacked = run(`tar -xzf "${packed.stdout.trim()}" --strip-components 1 -C "${installed}"`, place)
  expectSeen(unpacked, { code: 0, texts: [] })
  for (const dependency of Object.keys(dependencies)) {
    const link = join(modules, dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', dependency), link)
  }
  return join(installed, 'bin/dsh.js')
}

function use(command: string, place: Place): void {
  const dsh = (args: string, texts: readonly string[]): void => {
    expectSeen(run(`node "${command}" ${args}`, place), { code: 0, texts })
  }
  dsh('--version', [version])
  dsh('--help', ['Usage: dsh'])
  dsh('skills new tidy-shelves', ['tidy-shelves'])
  dsh('skills list', ['tidy-shelves', 'catalog: about'])
  dsh('skills explain tidy-shelves', ['tidy-shelves'])
  dsh('run --offline --verbose "tidy the shelves, with tidy-shelves"', ['<available_skills>', 'offline responder'])
  dsh('acp --offline', ['waiting for an editor'])
  // Nobody is there: that this is told shows that the libraries for models were found.
  const refused = run(`DSH_API_KEY=none node "${command}" run --base-url http://127.0.0.1:9/v1 --model m hello`, place)
  expectSeen(refused, { code: 1, texts: ['The connection to http://127.0.0.1:9/v1 failed'] })
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dsh-packed-')))
try {
  const env = personsEnvironment(join(root, 'node_modules'), join(folder, 'home'))
  mkdirSync(join(folder, 'home'))
  mkdirSync(join(folder, 'project/.git'), { recursive: true })
  const command = install(join(folder, 'node_modules'), { cwd: folder, env })
  use(command, { cwd: join(folder, 'project'), env })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
