// Kills processes that write a session at random moments, as the tests do, but for longer: `--count` of them (5000), and
// whole `dsh` processes besides. `--seed` repeats a series; without one it is drawn, and told.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const TESTS = ['packages/agent/session/test/kill-at-random.test.ts', 'packages/app/cli/test/kill.test.ts']

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '5000' } } })
const { seed = String(randomInt(2 ** 31)), count } = values
for (const [name, value] of Object.entries({ seed, count })) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue
  console.error(`--${name} is a whole number from 1 on, not "${value}".`)
  process.exit(2)
}
console.log(`npm run soak -- --seed ${seed} --count ${count}`)
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...TESTS], {
  cwd: resolve(import.meta.dirname, '../..'),
  env: { ...process.env, SOAK_SEED: seed, SOAK_COUNT: count },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
