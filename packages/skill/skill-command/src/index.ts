export { skillMenu, skillMenuEntries, type SkillMenuEntry } from './menu.ts'
export { type ResolvedLine, type ResolveOptions, resolveSkillLine } from './resolve.ts'
export { parseSkillLine, SKILL_COMMAND, type SkillLine } from './skill-line.ts'
export { suggestSkillName } from './suggest.ts'
