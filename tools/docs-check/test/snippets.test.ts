import { repositoryRoot, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { findBlocks } from '../blocks.ts'
import { makePlace } from '../place.ts'
import { checkTypes, outputsOf, writeSnippets } from '../snippets.ts'

it('reads what a snippet says that it prints', () => {
  const [block] = findBlocks('page.md', '```ts\nconsole.log(1) // → 1\n// → two words\n// no output\n```\n')
  expect(block && outputsOf(block)).toEqual(['1', 'two words'])
})

it(
  'finds a snippet that does not compile, and a shape that is not the one of the package',
  { timeout: 180_000 },
  async () => {
    const blocks = findBlocks(
      'page.md',
      `\`\`\`ts
export const one: string = 1
\`\`\`

\`\`\`ts @deepseek-ai/dsh-skill
interface SkillAlias {
  name: string
  path: string
}

type SkillProject = { root: string; foundBy: 'git' | 'cwd' }
\`\`\`
`,
    )
    const folder = temporaryFolder()
    writeSnippets(folder, repositoryRoot, blocks)
    const { env } = makePlace(temporaryFolder(), repositoryRoot)
    const { text } = await checkTypes(folder, env)
    expect(text.match(/^\S+: error.*$/gm)).toEqual([
      expect.stringMatching(/^page-md-1\.ts\(1,14\): .*'number' is not assignable to type 'string'/),
      expect.stringMatching(/^page-md-5\.ts\(9,14\): .*'true' is not assignable to type 'never'/),
    ])
  },
)
