// A full scan, a refresh with nothing changed, a refresh with one header changed.
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countParses } from './count-parses.ts'
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const cwd = argument(0)
const changedFile = argument(1)
const isYoung = argument(2) === 'young'
const skillsFolder = join(cwd, '.dsh/skills')
const ctx = await mountSkills()

// Files younger than two seconds: their stamp proves nothing, so heads are compared.
if (isYoung) {
  const now = new Date()
  for (const folder of readdirSync(skillsFolder)) utimesSync(join(skillsFolder, folder, 'SKILL.md'), now, now)
}

const parses = countParses()
const timed = async (refresh: boolean): Promise<{ ms: number; parses: number; skills: number }> => {
  const before = parses.count()
  const startedAt = performance.now()
  const skills = await ctx.skills.list({ cwd, refresh })
  return { ms: performance.now() - startedAt, parses: parses.count() - before, skills: skills.length }
}
const full = await timed(false)
const unchanged = await timed(true)
const text = readFileSync(changedFile, 'utf8')
writeFileSync(changedFile, text.replace('\n---\n', '\nedition: second\n---\n'))
const changed = await timed(true)
writeFileSync(changedFile, text)
report({
  skills: full.skills,
  fullMs: full.ms,
  fullParses: full.parses,
  unchangedMs: unchanged.ms,
  unchangedParses: unchanged.parses,
  changedMs: changed.ms,
  changedParses: changed.parses,
})
