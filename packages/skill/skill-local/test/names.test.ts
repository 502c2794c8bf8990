import { isSkillName } from '@deepseek-ai/dsh-skill'
import { parseHeader } from '@deepseek-ai/dsh-skill-format'
import fc from 'fast-check'
import { expect, it } from 'vitest'

/** Names, near names, and what is none. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', '_', '.', ' ', 'A', 'é', '\n'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

it('takes the same names in a file as the registry takes from a provider', () => {
  fc.assert(
    fc.property(texts, (name) => {
      const text = `---\nname: ${JSON.stringify(name)}\ndescription: d\n---\n`
      const result = parseHeader({ text, isComplete: true }, { path: 'SKILL.md' })
      expect(result.kind === 'header' && result.header.name === name).toBe(isSkillName(name))
    }),
  )
})
