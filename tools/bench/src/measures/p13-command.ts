import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Bench, Measure } from '../bench.ts'
import { type Finding, ratioFinding, valueFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import { buildAndInstall, repositoryRoot } from '../installation.ts'
import { NODE, runCommand } from '../program.ts'

/** Libraries that only a conversation needs: models, editors, the terminal. */
const NOT_FOR_A_LISTING = ['@agentclientprotocol/', '@earendil-works/', '@modelcontextprotocol/']

const LOADED_MODULES = join(import.meta.dirname, '../programs/loaded-modules.ts')

/** `dsh skills list` on 100 skills as a whole process, against the start of a bare Node. */
export const command: Measure = {
  id: 'P13',
  title: 'dsh skills list',
  *run(bench) {
    yield* commandFindings(bench, 'built', buildAndInstall(bench.temporaryFolder), { atMost: 5 })
    yield* commandFindings(bench, 'from source', join(repositoryRoot, 'packages/app/cli/bin/dsh.js'))
  },
}

function* commandFindings(
  bench: Bench,
  how: string,
  bin: string,
  aim?: { readonly atMost: number },
): Generator<Finding, void, undefined> {
  const corpus = bench.corpus('100')
  const line = [NODE, bin, 'skills', 'list', '--cwd', corpus.project]
  const { ours, bare } = inTurn(bench.rounds('100') + 4, {
    ours: () => listing(line, bench.home, corpus.skillNames),
    bare: () => runCommand([NODE, '-e', '0'], bench.home).ms,
  })
  const what = `dsh skills list, ${corpus.name}, ${how}`
  yield ratioFinding({
    what,
    unit: 'ms',
    ours,
    yardstick: bare,
    yardstickName: 'node -e 0',
    ...(aim && { aim }),
  })
  const unneeded = loadedPackages(line, bench.home).filter((name) =>
    NOT_FOR_A_LISTING.some((prefix) => name === prefix || (prefix.endsWith('/') && name.startsWith(prefix))),
  )
  yield valueFinding({
    what: `${what}: model and editor libraries loaded${unneeded.map((name) => ` ${name}`).join('')}`,
    unit: 'libraries',
    ours: [unneeded.length],
    aim: { atMost: 0 },
  })
}

function listing(line: readonly string[], home: string, skillNames: readonly string[]): number {
  const { stdout, ms } = runCommand(line, home)
  const missing = skillNames.filter((name) => !stdout.includes(name))
  if (missing.length > 0) throw new Error(`dsh skills list does not show ${missing.length} skills: ${missing[0]} …`)
  return ms
}

function loadedPackages([node = NODE, ...args]: readonly string[], home: string): readonly string[] {
  const { stderr, status } = spawnSync(node, ['--import', LOADED_MODULES, ...args], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`dsh skills list ended with code ${status}: ${stderr.slice(-2000)}`)
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as string[]
}
