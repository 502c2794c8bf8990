// A thousand lookups at once, before anything is remembered.
import { countParses } from './count-parses.ts'
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const LOOKUPS = 1000

const cwd = argument(0)
const ctx = await mountSkills()
const parses = countParses()
const startedAt = performance.now()
const answers = await Promise.all(Array.from({ length: LOOKUPS }, () => ctx.skills.list({ cwd })))
const ms = performance.now() - startedAt
const skills = answers[0]?.length ?? 0
report({ ms, skills, scans: parses.count() / skills, answers: new Set(answers).size })
