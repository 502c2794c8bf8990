// Listings after the first one.
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const CALLS = 1000

const cwd = argument(0)
const ctx = await mountSkills()
const first = await ctx.skills.list({ cwd })
const times: number[] = []
let isSame = Object.isFrozen(first)
for (let call = 0; call < CALLS; call++) {
  const startedAt = performance.now()
  const again = await ctx.skills.list({ cwd })
  times.push(performance.now() - startedAt)
  isSame &&= again === first
}
const secondUs = (times[0] ?? Number.NaN) * 1000
times.sort((a, b) => a - b)
report({ us: (times[CALLS / 2] ?? Number.NaN) * 1000, secondUs, skills: first.length, isSame: Number(isSame) })
