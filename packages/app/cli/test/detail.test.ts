import { skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { runHere } from './run-here.ts'

const COUNT = 470

const project = (): string =>
  temporaryTree({
    '.git': { dir: true },
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, index) => [`.agents/skills/s${index}.md`, skillText(`s${index}`, 'Does it.')]),
    ),
    '.agents/skills/own.md': '---\nname: own\ndescription: Hush.\ndisable-model-invocation: true\n---\nHush.\n',
  })

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1)

it.each([
  ['run', ['hi'], ''],
  ['stdio', [], 'hi\n'],
])('%s tells how large the catalog is in one line, and shows it with --verbose [G55]', async (command, args, input) => {
  const cwd = project()
  const usual = await runHere([command, '--offline', ...args], { cwd, input })
  const sizes = linesOf(usual.stderr).filter((line) => line.startsWith('catalog: '))
  expect(sizes).toEqual([expect.stringMatching(/^catalog: 470 skills, about \d{4} tokens \(--verbose shows it\)$/)])
  expect(linesOf(usual.stderr).length).toBeLessThan(20)
  const verbose = await runHere([command, '--offline', '--verbose', ...args], { cwd, input })
  expect(verbose.stderr).toContain('sent in front of the conversation (initial):\n  │ <system-reminder>\n')
  expect(verbose.stderr).toContain('  │ - `s469`: Does it.\n')
  expect(verbose.stdout).toBe(usual.stdout)
})

it.each([
  ['run', ['hi'], ''],
  ['stdio', [], 'hi\n'],
])('%s --quiet shows the answer alone, and errors still [G55]', async (command, args, input) => {
  const cwd = project()
  const usual = await runHere([command, '--offline', ...args], { cwd, input })
  expect(await runHere([command, '--offline', '--quiet', ...args], { cwd, input })).toEqual({
    code: 0,
    stdout: usual.stdout,
    stderr: '',
  })
  const failed = await runHere([command, '--quiet', '--offline', ...args.map(() => '/skill:nope')], {
    cwd,
    input: input === '' ? '' : '/skill:nope\n',
  })
  expect(failed.code).toBe(1)
  expect(linesOf(failed.stderr)).toEqual([expect.stringContaining('There is no skill "nope".')])
})

it('run says nothing of a catalog where there are no skills, and names one skill as one [G55]', async () => {
  expect((await runHere(['run', '--offline', 'hi'])).stderr).not.toContain('catalog: ')
  const cwd = temporaryTree({ '.git': { dir: true }, '.agents/skills/tea.md': skillText('tea') })
  expect((await runHere(['run', '--offline', 'hi'], { cwd })).stderr).toContain('catalog: 1 skill, about ')
})

it('run --json stays whole, and takes neither of the two [G55]', async () => {
  const cwd = project()
  expect((await runHere(['run', '--offline', '--json', 'hi'], { cwd })).stdout).toContain('- `s469`: Does it.')
  for (const options of [
    ['--json', '--quiet'],
    ['--json', '--verbose'],
    ['--verbose', '--quiet'],
  ]) {
    const { code, stderr } = await runHere(['run', ...options, 'hi'], { cwd })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('exclude each other') as string })
  }
})

it('run shows the beginning of a long prompt, and all of it with --verbose [G55]', async () => {
  const prompt = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')
  const usual = await runHere(['run', '--offline', prompt])
  expect(usual.stderr).toContain('  │ line 19\n  │ … 30 more lines (--verbose shows them)\n')
  expect((await runHere(['run', '--offline', '--verbose', prompt])).stderr).toContain('  │ line 49\n')
})
