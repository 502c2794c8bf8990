import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { LocalFileService } from '@deepseek-ai/dsh-fs'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { candidateNamed, makeWorld, problemLines, ranked } from './world.ts'

const P = 'R/.dsh/skills'
const U = 'home/.dsh/skills'
const UA = 'home/.agents/skills'
const git = { 'R/.git': { dir: true } } as const
const good = { [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.') }

/** Links of each kind that stay in the project, and that leave it. */
const mixedLinks = {
  ...git,
  ...good,
  [`${P}/daily`]: { link: '../../tools/daily' },
  'R/tools/daily/SKILL.md': skillText('daily'),
  [`${P}/inner/SKILL.md`]: { link: '../../../tools/inner.md' },
  'R/tools/inner.md': skillText('inner'),
  [`${P}/ext`]: { link: '../../../opt/pack/ext' },
  'opt/pack/ext/SKILL.md': skillText('ext'),
  [`${P}/leak/SKILL.md`]: { link: '../../../../opt/leak.md' },
  'opt/leak.md': skillText('leak'),
  [`${P}/tip.md`]: { link: '../../../opt/tip.md' },
  'opt/tip.md': skillText('tip'),
  [`${P}/readme`]: { link: '../../../opt/readme' },
  'opt/readme': 'No skill.',
} as const

describe('links', () => {
  it('are followed, and the base is where the link lies; a note tells where it leads [F28]', async () => {
    const world = makeWorld({
      'shared/demo/SKILL.md': skillText('demo'),
      [`${U}/demo/SKILL.md`]: { link: '../../../../shared/demo/SKILL.md' },
      'shared/tip.md': skillText('tip'),
      [`${U}/tip.md`]: { link: '../../../shared/tip.md' },
    })
    const found = await world.list()
    expect(found.candidates).toMatchObject([
      { name: 'demo', path: world.at(`${U}/demo/SKILL.md`), resourceBase: { path: world.at(`${U}/demo`) } },
      { name: 'tip', path: world.at(`${U}/tip.md`), resourceBase: { path: world.at(U) } },
    ])
    expect(found.problems).toMatchObject([
      { code: 'link-followed', severity: 'note', skill: 'demo', path: world.at(`${U}/demo/SKILL.md`) },
      { code: 'link-followed', severity: 'note', skill: 'tip', path: world.at(`${U}/tip.md`) },
    ])
    expect(found.problems?.map(({ message }) => message)).toEqual([
      `A symbolic link that leads to "${world.at('shared/demo/SKILL.md')}".`,
      `A symbolic link that leads to "${world.at('shared/tip.md')}".`,
    ])
  })

  it('to a folder are folders, to nowhere are reported, to other files are ignored [F29]', async () => {
    const world = makeWorld({
      'repos/pack/docs/SKILL.md': skillText('docs'),
      'repos/text': 'Text.',
      [`${U}/docs`]: { link: '../../../repos/pack/docs' },
      [`${U}/gone`]: { link: 'nowhere' },
      [`${U}/gone-inside/SKILL.md`]: { link: 'nowhere' },
      [`${U}/gone.md`]: { link: 'docs/SKILL.md/x' },
      [`${U}/file`]: { link: '../../../repos/text' },
      [`${U}/empty`]: { link: '../../../repos/pack' },
    })
    const found = await world.list()
    expect(ranked(found)).toEqual(['docs@400'])
    expect(candidateNamed(found, 'docs').resourceBase).toEqual({ kind: 'directory', path: world.at(`${U}/docs`) })
    expect(problemLines(world, found.problems)).toEqual([
      `error link-dangling gone ${U}/gone`,
      `error link-dangling gone ${U}/gone.md`,
      `note link-followed docs ${U}/docs/SKILL.md`,
      `error link-dangling gone-inside ${U}/gone-inside/SKILL.md`,
    ])
    expect(found.complete).toBe(true)
  })

  it('out of a project are followed, and said to lead outside [A1] [F30]', async () => {
    const world = makeWorld(mixedLinks)
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['daily@100', 'ext@100', 'good@100', 'inner@100', 'leak@100', 'tip@100'])
    const notes = (found.problems ?? []).map(({ code, skill, message }) => [
      code,
      skill,
      message.includes('outside the project'),
    ])
    expect(notes).toEqual([
      ['link-followed', 'daily', false],
      ['link-leaves-project', 'ext', true],
      ['link-followed', 'inner', false],
      ['link-leaves-project', 'leak', true],
      ['link-leaves-project', 'tip', true],
    ])
  })

  it('out of a project are skipped with a problem, each once, where they must stay inside [A1] [F30]', async () => {
    const world = makeWorld(mixedLinks, { projectLinks: 'inside' })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['daily@100', 'good@100', 'inner@100'])
    const refused = (found.problems ?? []).filter(({ code }) => code === 'link-outside-project')
    expect(problemLines(world, refused)).toEqual([
      `error link-outside-project ext ${P}/ext`,
      `error link-outside-project tip ${P}/tip.md`,
      `error link-outside-project leak ${P}/leak/SKILL.md`,
    ])
    expect(found.complete).toBe(true)
  })

  it('may lead anywhere in user and custom roots, whatever the rule [A1] [F30]', async () => {
    const world = makeWorld(
      {
        ...git,
        'opt/x/SKILL.md': skillText('x'),
        'opt/y/SKILL.md': skillText('y'),
        [`${U}/x`]: { link: '../../../opt/x' },
        'team/y': { link: '../opt/y' },
      },
      { projectLinks: 'inside', customSkillDirs: ['team'] },
    )
    expect(ranked(await world.list('R'))).toEqual(['y@300', 'x@400'])
  })

  it('that are a root of the project itself come under the same rule [A1]', async () => {
    const tree = { ...git, [P]: { link: '../../opt/pack' }, 'opt/pack/x/SKILL.md': skillText('x') }
    const following = makeWorld(tree)
    const found = await following.list('R')
    expect(ranked(found)).toEqual(['x@100'])
    expect(problemLines(following, found.problems)).toEqual([`note link-leaves-project - ${P}`])
    const inside = makeWorld(tree, { projectLinks: 'inside' })
    const refused = await inside.list('R')
    expect(ranked(refused)).toEqual([])
    expect(problemLines(inside, refused.problems)).toEqual([`error link-outside-project - ${P}`])
    expect(refused.roots?.[0]?.state).toBe('unreadable')
  })

  it('above the project do not make what is in it outside', async () => {
    const world = makeWorld(
      { 'disk/R/.git': { dir: true }, [`disk/${P}/x/SKILL.md`]: skillText('x'), R: { link: 'disk/R' } },
      { projectLinks: 'inside' },
    )
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['x@100'])
    expect(found.problems).toEqual([])
  })

  it('in circles end at once, and cost only themselves [F32] [A12] [A10]', async () => {
    const files = new LocalFileService()
    let listings = 0
    const counting = Object.assign(Object.create(files) as LocalFileService, {
      listDir: (path: string) => {
        listings += 1
        return files.listDir(path)
      },
    })
    const world = makeWorld(
      {
        ...git,
        ...good,
        [`${P}/loop`]: { link: '.' },
        [`${P}/here`]: { link: '../skills' },
        [`${P}/a/self`]: { link: '../a' },
        [`${P}/x`]: { link: 'y' },
        [`${P}/y`]: { link: 'x' },
        [`${P}/own/SKILL.md`]: { link: 'SKILL.md' },
      },
      { fileService: counting },
    )
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    expect(problemLines(world, found.problems)).toEqual([
      `error link-loop x ${P}/x`,
      `error link-loop y ${P}/y`,
      `error link-loop own ${P}/own/SKILL.md`,
    ])
    expect(listings).toBe(1)
  })
})

describe('one file reached twice', () => {
  it('is one skill at its best rank, and an alias: no conflict [F30]', async () => {
    const world = makeWorld({
      [`${UA}/shared/SKILL.md`]: skillText('shared'),
      [`${U}/shared`]: { link: '../../.agents/skills/shared' },
      [`${U}/tip.md`]: { link: 'tip/SKILL.md' },
      [`${U}/tip/SKILL.md`]: skillText('tip'),
    })
    const found = await world.list()
    expect(ranked(found)).toEqual(['shared@400', 'tip@400'])
    expect(found.aliases).toEqual([
      { name: 'tip', path: world.at(`${U}/tip.md`), aliasOf: world.at(`${U}/tip/SKILL.md`) },
      { name: 'shared', path: world.at(`${UA}/shared/SKILL.md`), aliasOf: world.at(`${U}/shared/SKILL.md`) },
    ])
  })

  it('is one problem when it is broken', async () => {
    const world = makeWorld({ [`${UA}/bad/SKILL.md`]: '# Bad\n', [`${U}/bad`]: { link: '../../.agents/skills/bad' } })
    const errors = (await world.list()).problems?.filter(({ severity }) => severity === 'error')
    expect(problemLines(world, errors)).toEqual([`error header-missing bad ${U}/bad/SKILL.md`])
  })
})

describe('a link that changes after it was listed', () => {
  it('is held to the project again when the skill is loaded [A1] [C11]', async () => {
    const world = makeWorld(mixedLinks, { projectLinks: 'inside' })
    const found = await world.list('R')
    for (const [name, link, target] of [
      ['daily', `${P}/daily`, 'opt/pack/ext'],
      ['inner', `${P}/inner/SKILL.md`, 'opt/leak.md'],
    ] as const) {
      const candidate = candidateNamed(found, name)
      expect(await world.provider.get(candidate, {})).toMatchObject({ name })
      rmSync(world.at(link))
      symlinkSync(world.at(target), world.at(link))
      await expect(world.provider.get(candidate, {})).rejects.toThrow('is a link that leaves the project.')
    }
  })

  it('is seen though the file that it leads to is the one known before', async () => {
    const world = makeWorld({ ...git, ...good }, { projectLinks: 'inside' })
    expect(ranked(await world.list('R'))).toEqual(['good@100'])
    renameSync(world.at(`${P}/good`), world.at('moved'))
    symlinkSync(world.at('moved'), world.at(`${P}/good`))
    const found = await world.list('R')
    expect(ranked(found)).toEqual([])
    expect(problemLines(world, found.problems)).toEqual([`error link-outside-project good ${P}/good`])
  })
})
