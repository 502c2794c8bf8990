// Whole skills, one after another, as a model asks for them.
import { countParses } from './count-parses.ts'
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const cwd = argument(0)
const count = Number(argument(1))
const ctx = await mountSkills()
const skills = await ctx.skills.list({ cwd })
const parses = countParses()
let bytes = 0
const startedAt = performance.now()
for (const { name } of skills.slice(0, count)) {
  const skill = await ctx.skills.get(name, { cwd })
  bytes += skill?.content.length ?? Number.NaN
}
const us = ((performance.now() - startedAt) * 1000) / count
report({ us, skills: skills.length, bytes, parses: parses.count() })
