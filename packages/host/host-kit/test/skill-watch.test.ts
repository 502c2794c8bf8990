import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as fs from '@deepseek-ai/dsh-fs'
import * as skill from '@deepseek-ai/dsh-skill'
import * as local from '@deepseek-ai/dsh-skill-local'
import { skillText, temporaryFolder, temporaryTree, type Tree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SkillWatch, ToldSkills } from '../src/index.ts'

const { signal } = new AbortController()

interface Place {
  readonly root: string
  readonly home: string
  readonly toldDirectory: string
  /** What a session that starts now, or goes on, tells at a look. */
  readonly look: (watch?: SkillWatch) => Promise<readonly string[]>
  readonly watch: (canHear?: () => boolean) => SkillWatch
}

/** A project and a home folder, with skills of both. */
async function openPlace(
  tree: Tree,
  toldDirectory = join(temporaryFolder(), 'told'),
  root = temporaryFolder(),
): Promise<Place> {
  writeTree(root, { '.git': { dir: true }, ...tree })
  const home = temporaryFolder()
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(fs)
  await ctx.plugin(skill)
  await ctx.plugin(local, { dshHome: join(home, 'dsh'), agentsHome: join(home, 'agents') })
  const lines: string[] = []
  const watch: Place['watch'] = (canHear = () => true) =>
    new SkillWatch(ctx, {
      cwd: root,
      listCall: '/skills',
      told: new ToldSkills(toldDirectory),
      audience: {
        note: (line) => lines.push(line),
        problems: (problems) => lines.push(...problems.map(({ code }) => code)),
        warning: (line) => lines.push(`warning: ${line}`),
        canHear,
      },
    })
  return {
    root,
    home,
    toldDirectory,
    watch,
    look: async (each = watch()) => {
      await each.look(signal)
      return lines.splice(0).map((line) => line.replaceAll(root, 'R').replaceAll(home, 'H'))
    },
  }
}

describe('the skills of a project', () => {
  it('are told at the first session, and again only what is new or has changed, its body too [G05]', async () => {
    const { look, root } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    expect(await look()).toEqual([
      'First session in this project. 1 skill comes from it, and may tell the model what to do: 1 from R/.agents/skills (tea). /skills lists them.',
    ])
    expect(await look()).toEqual([])
    writeTree(root, {
      '.dsh/skills/cake/SKILL.md': skillText('cake'),
      '.agents/skills/tea.md': skillText('tea', undefined, 'Do it otherwise.'),
    })
    expect(await look()).toEqual([
      'Skills of this project that may tell the model what to do are new: cake, 1 from R/.dsh/skills; and changed: tea, 1 from R/.agents/skills. /skills lists them.',
    ])
    expect(await look()).toEqual([])
  })

  it('are told inside of a session that runs, and where the first ones come late [G05]', async () => {
    const { look, root, watch } = await openPlace({})
    const session = watch()
    expect(await look(session)).toEqual([])
    writeTree(root, { '.agents/skills/tea.md': skillText('tea') })
    expect(await look(session)).toEqual([expect.stringContaining('1 from R/.agents/skills (tea)')])
    expect(await look(session)).toEqual([])
    writeTree(root, { '.agents/skills/tea.md': skillText('tea', 'Other.') })
    expect(await look(session)).toEqual([expect.stringContaining('changed: tea')])
  })

  it('are told of when they turn from hidden to seen, while one that goes and comes back as it was is known [G05]', async () => {
    const hidden = skillText('tea').replace('description:', 'disable-model-invocation: true\ndescription:')
    const { look, root } = await openPlace({ '.agents/skills/tea.md': hidden, '.agents/skills/a.md': skillText('a') })
    expect(await look()).toHaveLength(1)
    writeTree(root, { '.agents/skills/tea.md': '' })
    await look()
    writeTree(root, { '.agents/skills/tea.md': hidden })
    expect(await look()).toEqual([])
    writeTree(root, { '.agents/skills/tea.md': skillText('tea') })
    expect(await look()).toEqual([expect.stringContaining('changed: tea')])
  })

  it('are named up to ten, and counted all [G05]', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `s${String(index).padStart(2, '0')}`)
    const tree = Object.fromEntries(names.map((name) => [`.agents/skills/${name}.md`, skillText(name)]))
    const { look } = await openPlace(tree)
    expect(await look()).toEqual([
      expect.stringContaining(`12 from R/.agents/skills (${names.slice(0, 10).join(', ')}, 2 more).`),
    ])
  })

  it('wait for a later look while nobody can hear of them [G05]', async () => {
    const { look, watch } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    let canHear = false
    const session = watch(() => canHear)
    expect(await look(session)).toEqual([])
    canHear = true
    expect(await look(session)).toHaveLength(1)
  })

  it('are not told again where the project is reached by a link [G05]', async () => {
    const { look, root, toldDirectory } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    expect(await look()).toHaveLength(1)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(root, link)
    const other = await openPlace({}, toldDirectory, link)
    expect(await other.look()).toEqual([])
    expect(readdirSync(toldDirectory)).toHaveLength(1)
  })
})

describe('a skill of the user that a project replaces', () => {
  it('is named with both paths, also when it comes later than the other one [G06]', async () => {
    const { look, home } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    writeTree(home, { 'dsh/skills/tea.md': skillText('tea', 'Mine.') })
    expect(await look()).toEqual([
      "First session in this project. 1 skill comes from it, and may tell the model what to do: 1 from R/.agents/skills (tea). The project's tea (R/.agents/skills/tea.md) replaces your own (H/dsh/skills/tea.md). /skills lists them.",
    ])
    expect(await look()).toEqual([])
    writeTree(home, { 'agents/skills/tea/SKILL.md': skillText('tea', 'Mine, too.') })
    expect(await look()).toEqual([
      "The project's tea (R/.agents/skills/tea.md) replaces your own (H/dsh/skills/tea.md and H/agents/skills/tea/SKILL.md). /skills lists them.",
    ])
  })
})

describe('a link of a project', () => {
  it('is told with where it leads, be it the folder of skills or one skill, and when it leads elsewhere [G05]', async () => {
    const outside = temporaryTree({ 'note.md': skillText('note'), 'tea/SKILL.md': skillText('tea') })
    const { look, root } = await openPlace({})
    mkdirSync(join(root, '.dsh/skills'), { recursive: true })
    mkdirSync(join(root, '.agents'))
    symlinkSync(outside, join(root, '.agents/skills'))
    expect((await look())[0]).toContain(` R/.agents/skills leads out of the project, to ${outside}. `)
    expect(await look()).toEqual([])
    const elsewhere = temporaryTree({ 'SKILL.md': skillText('tea') })
    symlinkSync(elsewhere, join(root, '.dsh/skills/tea'))
    expect((await look())[0]).toContain(
      `changed: tea, 1 from R/.dsh/skills. R/.dsh/skills/tea/SKILL.md leads out of the project, to ${elsewhere}. `,
    )
  })
})

describe('the file of what was told', () => {
  it('is for the user alone, and a damaged one tells nothing [G05]', async () => {
    const { look, toldDirectory } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    expect(await look()).toHaveLength(1)
    const [name = ''] = readdirSync(toldDirectory)
    const path = join(toldDirectory, name)
    expect([statSync(toldDirectory).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
    for (const damaged of ['', '{', '[]', '{"project":"/","skills":{}}', '\0'.repeat(9)]) {
      writeFileSync(path, damaged)
      expect(await look()).toEqual([expect.stringContaining('First session')])
      expect(await look()).toEqual([])
    }
    chmodSync(path, 0o666)
    expect(await look()).toEqual([expect.stringContaining('First session')])
    expect(readdirSync(toldDirectory)).toEqual([name])
  })

  it('that cannot be written costs one warning, and the session knows what it told [G05]', async () => {
    const { look, watch, root } = await openPlace(
      { '.agents/skills/tea.md': skillText('tea') },
      join(temporaryTree({ file: '' }), 'file'),
    )
    const session = watch()
    expect(await look(session)).toEqual([
      expect.stringContaining('First session'),
      expect.stringMatching(
        /^warning: What you were told about the skills of this project cannot be kept.*EEXIST|ENOTDIR/,
      ),
    ])
    expect(await look(session)).toEqual([])
    writeTree(root, { '.agents/skills/cake.md': skillText('cake') })
    expect((await look(session))[0]).toContain('new: cake')
  })

  it('is whole whatever many sessions tell at a time [G05]', async () => {
    const { look, watch } = await openPlace({ '.agents/skills/tea.md': skillText('tea') })
    await Promise.all(Array.from({ length: 8 }, () => watch().look(signal)))
    await look()
    expect(await look()).toEqual([])
  })
})
