import { expect, it } from 'vitest'
import { changedSkills } from '../src/messages.ts'
import { skillChanges } from '../src/skill-changes.ts'

const none = { added: [], changed: [], removed: [] }

it('tells the model what is new, word for word like this', () => {
  const lines = {
    added: ['- `new`: Is new.'],
    changed: ['- `tea`: Brews better tea.'],
    removed: ['- `old`', '- `older`'],
  }
  expect(changedSkills(lines, 'full')).toBe(`<system-reminder>
The skills of this session have changed. From now on this counts, not what was said of them before:
<added_skills>
- \`new\`: Is new.
</added_skills>
<changed_skills>
- \`tea\`: Brews better tea.
</changed_skills>
<removed_skills>
- \`old\`
- \`older\`
</removed_skills>
- Added skills are there like those listed before: if one fits the request, first load it with the \`skill\` tool.
- Changed skills have the new description. If you loaded one before, load it again before you go by it.
- Removed skills are no longer available: do not load them.
</system-reminder>`)
})

it('says nothing of what did not happen, and says when descriptions are cut', () => {
  expect(changedSkills({ ...none, removed: ['- `old`'] }, 'full')).toBe(`<system-reminder>
The skills of this session have changed. From now on this counts, not what was said of them before:
<removed_skills>
- \`old\`
</removed_skills>
- Removed skills are no longer available: do not load them.
</system-reminder>`)
  expect(changedSkills({ ...none, added: ['- `new`'] }, 'names')).toContain(
    '\n- To save room only names are listed. Where a name might fit, load the skill to see.\n</system-reminder>',
  )
})

it('tells apart what was added, changed and removed, and never takes a gap in an answer for a removal', () => {
  const known = new Map([
    ['tea', 'Brews.'],
    ['old', 'Old.'],
    ['aged', 'Aged.'],
    ['constructor', 'Builds.'],
  ])
  const entries = [
    { name: 'constructor', description: 'Builds.' },
    { name: 'new', description: 'New.' },
    { name: 'tea', description: 'Brews better.' },
  ]
  const changes = { added: [entries[1]], changed: [entries[2]], removed: ['aged', 'old'] }
  expect(skillChanges(known, entries, true)).toEqual(changes)
  expect(skillChanges(known, entries, false)).toEqual({ ...changes, removed: [] })
  expect(skillChanges(known, [], false)).toBeUndefined()
  expect(skillChanges(new Map(entries.map(({ name, description }) => [name, description])), entries, true)).toBe(
    undefined,
  )
})
