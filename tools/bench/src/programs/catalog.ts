// The catalog of a session: its text, once.
import { renderCatalog } from '@deepseek-ai/dsh-tool-skill'
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const ctx = await mountSkills()
const skills = await ctx.skills.list({ cwd: argument(0) })
const startedAt = performance.now()
const catalog = renderCatalog(skills)
const us = ((performance.now() - startedAt) * 1000) / skills.length
report({ us, skills: skills.length, length: catalog?.text.length ?? Number.NaN })
