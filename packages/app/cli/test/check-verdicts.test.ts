import { skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { runInProcess } from './in-process.ts'

const BAD = '---\nname: bad\n---\nx'

it('explain gives the size of the body alone [G42]', async () => {
  const cwd = temporaryTree({ '.agents/skills/tea.md': skillText('tea', 'Tea.', 'x') })
  const { stdout } = await runInProcess(['skills', 'explain', 'tea'], { cwd })
  expect(stdout).toContain('text: 1 characters, about 2 tokens')
})

it.each([[[]], [['--json']]])('catalog %j says in one line that skills do not load [G43]', async (options) => {
  const cwd = temporaryTree({ '.agents/skills/bad/SKILL.md': BAD, '.agents/skills/worse/SKILL.md': BAD })
  const { stderr } = await runInProcess(['skills', 'catalog', ...options], { cwd })
  const lines = stderr.split('\n').filter((line) => line.includes('not load'))
  expect(lines).toEqual([expect.stringMatching(/^2 skills do not load, the first: .*bad\/SKILL\.md/)])
})

it('catalog is silent on problems where each skill loads [G43]', async () => {
  const cwd = temporaryTree({ '.agents/skills/tea.md': skillText('tea') })
  expect((await runInProcess(['skills', 'catalog'], { cwd })).stderr).not.toContain('load')
})

it.each(['description: Drafts notes: features', 'description: A.\nlicense: a: b', 'description: A.\ndescription: B.'])(
  'check calls a repair an error and says why: %j [G41]',
  async (lines) => {
    const cwd = temporaryTree({ 's/a/SKILL.md': `---\nname: a\n${lines}\n---\nx` })
    const { code, stdout } = await runInProcess(['skills', 'check', 's'], { cwd })
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('1 failed, 0 with warnings') as string,
    })
    expect(stdout).toMatch(/error: .*loads only where it is repaired/)
    expect(stdout).not.toContain('warning: ')
  },
)
