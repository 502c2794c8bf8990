// The first listing of a process.
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const cwd = argument(0)
const ctx = await mountSkills(argument(1))
const startedAt = performance.now()
const skills = await ctx.skills.list({ cwd })
report({ ms: performance.now() - startedAt, skills: skills.length })
