import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as skill from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { skillText, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resolveSkillLine, skillMenu } from '../src/index.ts'

const CWD = '/work'

it('lists what the user can start: sorted, one line each, hidden ones marked, built-in names among them [F25] [F72] [C8]', async () => {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(skill)
  const content = 'Do it.'
  const provider = createMemoryProvider({
    skills: [
      { name: 'secret', description: 'Hush.', content, disableModelInvocation: true, source: 'user-dsh' },
      { name: 'help', description: 'Two\nlines \u001B[2J.', content, source: 'project-agents' },
      { name: 'exit', description: 'Shadowed.', content, source: 'user-agents', rank: 500 },
      { name: 'exit', description: 'Wins.', content, source: 'project-dsh', rank: 100, cwd: CWD },
    ],
  })
  ctx.skills.registerProvider(provider)
  const menu = await skillMenu(ctx.skills, { cwd: CWD })
  expect(menu).toEqual([
    { name: 'exit', description: 'Wins.', scope: 'project', isUserOnly: false },
    { name: 'help', description: 'Two lines [2J.', scope: 'project', isUserOnly: false },
    { name: 'secret', description: 'Hush.', scope: 'user', isUserOnly: true },
  ])
  const { shadowed } = await ctx.skills.inspect({ cwd: CWD })
  expect(shadowed.map(({ skill: loser }) => loser.description)).toEqual(['Shadowed.'])

  provider.write({ name: 'new', description: 'New.', content })
  expect(await skillMenu(ctx.skills, { cwd: CWD })).toEqual(menu)
  const names = (await skillMenu(ctx.skills, { cwd: CWD, refresh: true })).map(({ name }) => name)
  expect(names).toEqual(['exit', 'help', 'new', 'secret'])
})

describe('over folders', () => {
  /** The menu of a project, and what becomes of each of its lines. */
  async function look(tree: Tree) {
    const root = temporaryTree({ '.git': { dir: true }, ...tree })
    const ctx = new Context()
    onTestFinished(() => ctx.fiber.dispose())
    await ctx.plugin(skill)
    await ctx.plugin(skillLocal, { dshHome: join(root, 'dsh'), agentsHome: join(root, 'agents') })
    const menu = await skillMenu(ctx.skills, { cwd: root })
    const lines = await Promise.all(
      menu.map(({ name }) => resolveSkillLine(ctx.skills, `/skill:${name} go`, { cwd: root })),
    )
    const { problems } = await ctx.skills.inspect({ cwd: root })
    return { root, menu, kinds: lines.map(({ kind }) => kind), problems }
  }

  it('shows and starts skills whose other fields are of any kind; all that is shown is text [F05]', async () => {
    const fields = [
      'argument-hint: "[scope: full|quick]"',
      'argument-hint: [path]',
      'allowed-tools: [Bash, Read]',
      'license: 2024',
      'metadata: text',
    ]
    const tree = Object.fromEntries(
      fields.map((field, index) => {
        const header = `name: s${index}\ndescription: Skill ${index}.\n${field}`
        return [`.dsh/skills/s${index}/SKILL.md`, `---\n${header}\n---\n\nDo it.\n`]
      }),
    )
    const { menu, kinds } = await look(tree)
    expect(menu).toEqual(
      fields.map((_field, index) => ({
        name: `s${index}`,
        description: `Skill ${index}.`,
        scope: 'project',
        isUserOnly: false,
      })),
    )
    expect(kinds).toEqual(fields.map(() => 'turn'))
  })

  it('shows and starts a linked folder like a real one; a dangling link costs nothing else [F29]', async () => {
    const { root, menu, kinds, problems } = await look({
      'repos/pack/docs/SKILL.md': skillText('docs'),
      'dsh/skills/docs': { link: '../../repos/pack/docs' },
      'dsh/skills/gone': { link: '/nowhere' },
      'dsh/skills/file': { link: '../../text.txt' },
      'text.txt': 'x',
    })
    expect([menu, kinds]).toEqual([
      [{ name: 'docs', description: 'A docs skill.', scope: 'user', isUserOnly: false }],
      ['turn'],
    ])
    expect(problems.map(({ path }) => path)).toContain(join(root, 'dsh/skills/gone'))
  })
})
