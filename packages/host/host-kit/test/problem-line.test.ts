import { expect, it } from 'vitest'
import { problemLine } from '../src/text.ts'

it.each([
  ['/r/a b/SKILL.md', '/r/a b/SKILL.md'],
  ['/r/ /SKILL.md', '/r/\\u{20}/SKILL.md'],
  ['/r/  tea /SKILL.md', '/r/\\u{20}\\u{20}tea\\u{20}/SKILL.md'],
  ['/r/\n/x\u202E.md', '/r/\\n/x\\u{202e}.md'],
])('shows the blanks and the hidden characters of the path %j [G23]', (path, shown) => {
  const problem = {
    code: 'unreadable',
    severity: 'error',
    path,
    line: 2,
    message: 'It is\nodd.',
    hint: 'Fix it.',
  } as const
  expect(problemLine(problem)).toBe(`error: ${shown}:2: It is\\nodd. (Fix it.)`)
})
