// Global set-up of the tests: bundles the command once, since starting it from its sources costs several times as much. The
// folder is as the packed command is installed, and lies where what the bundle leaves outside is found.
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleCommand } from './bundle.ts'

export default async function setUp(): Promise<() => void> {
  const root = resolve(import.meta.dirname, '../..')
  const folder = mkdtempSync(join(root, 'node_modules/.dsh-test-'))
  chmodSync(folder, 0o755) // Some tests start it as another user.
  for (const part of ['bin', 'package.json']) {
    cpSync(join(root, 'packages/app/cli', part), join(folder, part), { recursive: true })
  }
  await bundleCommand(root, join(folder, 'dist'))
  process.env['TESTED_DSH'] = join(folder, 'bin/dsh.js')
  return () => rmSync(folder, { recursive: true, force: true })
}
