// Started as a process of its own: the header made here is the first YAML that it parses.
import { parseSkill } from '../../src/index.ts'
import { NESTING } from '../hostile.ts'

const [shape = '', depth = ''] = process.argv.slice(2)
const yaml = NESTING[shape]?.(Number(depth))
const result = parseSkill(
  { text: `---\n${yaml}\n---\nx\n`, isComplete: true },
  { path: 'SKILL.md', tolerance: 'repair' },
)
console.log(result.kind, result.problems.at(-1)?.code)
