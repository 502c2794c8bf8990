import { expect, it } from 'vitest'
import { findBlocks } from '../blocks.ts'

it('finds fenced blocks with their line, language and words, also inside of a list', () => {
  const text = `# Page

\`\`\`sh
one
two
\`\`\`

1. A step:

   \`\`\`markdown .agents/skills/tea.md broken
   ---

   inner
   \`\`\`

\`\`\`
open to the end`
  const document = 'page.md'
  expect(findBlocks(document, text)).toEqual([
    { document, line: 3, language: 'sh', words: [], text: 'one\ntwo\n' },
    { document, line: 10, language: 'markdown', words: ['.agents/skills/tea.md', 'broken'], text: '---\n\ninner\n' },
    { document, line: 16, language: '', words: [], text: 'open to the end\n' },
  ])
})

it('takes a fence of more back-ticks to be closed by as many', () => {
  const text = '````markdown\n```sh\nls\n```\n````\n'
  expect(findBlocks('page.md', text)).toMatchObject([{ language: 'markdown', text: '```sh\nls\n```\n' }])
})
