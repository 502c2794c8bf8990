// The longest time between two turns of the event loop while a first listing is under way.
import { mountSkills } from './mount.ts'
import { argument, report } from './report.ts'

const cwd = argument(0)
const ctx = await mountSkills(argument(1))
let longestMs = 0
let turns = 0
let turnedAt = performance.now()
const turn = (): void => {
  const now = performance.now()
  longestMs = Math.max(longestMs, now - turnedAt)
  turnedAt = now
  turns++
  next = setImmediate(turn)
}
let next = setImmediate(turn)
const skills = await ctx.skills.list({ cwd })
// One more turn: what ran last, up to the answer, counts as well.
await new Promise(setImmediate)
clearImmediate(next)
report({ longestMs, turns, skills: skills.length })
