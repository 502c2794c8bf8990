import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Peer } from './peers.ts'

/**
 * Installs the peers from npm below `parent`, each in a folder of its own, and puts the programs that call them beside.
 * Returns the path of each program. What is there already stays. Install scripts do not run.
 */
export function installPeers(parent: string, peers: readonly Peer[]): ReadonlyMap<Peer, string> {
  return new Map(
    peers.map((peer) => {
      const folder = join(parent, 'peers', peer.program.replace('.ts', ''))
      const program = join(folder, peer.program)
      if (existsSync(program)) return [peer, program]
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
      const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
      const { status, stderr } = spawnSync('npm', ['install', ...flags, ...peer.packages], {
        cwd: folder,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`npm cannot install ${peer.name}:\n${stderr.slice(-2000)}`)
      cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true })
      return [peer, program]
    }),
  )
}
