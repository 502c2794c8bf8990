// What one remembered listing holds, in bytes a skill. Needs --expose-gc.
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const heldBytes = (): number => {
  if (globalThis.gc === undefined) throw new Error('Run this with --expose-gc.')
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const ctx = await mountSkills()
// A listing of another project pays for what is loaded, compiled and optimised once.
await ctx.skills.list({ cwd: argument(1) })
const before = heldBytes()
const skills = await ctx.skills.list({ cwd: argument(0) })
const after = heldBytes()
report({ bytes: (after - before) / skills.length, skills: skills.length })
