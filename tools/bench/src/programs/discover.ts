// The first listing of a process.
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const cwd = argument(0)
const ctx = await mountSkills(argument(1))
const startedAt = performance.now()
const skills = await ctx.skills.list({ cwd })
const ms = performance.now() - startedAt
report({ ms, skills: skills.length, peakMb: process.resourceUsage().maxRSS / 1024 })
