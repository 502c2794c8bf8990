import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRegistry } from '@deepseek-ai/dsh-skill'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { findNearMisses } from '../src/near-misses.ts'
import { filesOfService } from '../src/service-files.ts'
import { linkingService, plainService } from './foreign-files.ts'
import { makeWorld, problemLines, ranked, type World } from './world.ts'

const P = 'R/.dsh/skills'
const git = { 'R/.git': { dir: true } } as const
const good = { [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.') }

/** What a registry makes of the world: each step of it may refuse an answer. */
async function namesListed(world: World): Promise<readonly string[]> {
  const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
  registry.registerProvider(world.provider)
  const skills = await registry.list({ cwd: world.at('R') })
  expect((await registry.inspect({ cwd: world.at('R') })).complete).toBe(true)
  registry.close()
  return skills.map(({ name }) => name)
}

describe.runIf(process.platform === 'linux')('a file that the kernel makes up', () => {
  const tree = {
    ...git,
    ...good,
    [`${P}/mem.md`]: { link: '/proc/self/mem' },
    [`${P}/kernel-log.md`]: { link: '/proc/kmsg' },
    [`${P}/secrets/SKILL.md`]: { link: '/proc/self/environ' },
    [`${P}/sys.md`]: { link: '/sys/kernel/mm/transparent_hugepage/enabled' },
    [`${P}/self`]: { link: '/proc/self' },
  } as const

  it('is one problem of a complete answer [G09]', async () => {
    const world = makeWorld(tree)
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    expect(problemLines(world, found.problems)).toEqual([
      `error not-regular-file kernel-log ${P}/kernel-log.md`,
      `error not-regular-file mem ${P}/mem.md`,
      `error not-regular-file sys ${P}/sys.md`,
      `error not-regular-file secrets ${P}/secrets/SKILL.md`,
    ])
    expect(found.complete).toBe(true)
  })

  it('is not read through a file service either, where that can tell [G09]', async () => {
    const read: string[] = []
    const watched = {
      ...linkingService,
      readText: (path: string) => {
        read.push(path)
        return plainService.readText(path)
      },
    }
    const world = makeWorld(tree, { fileService: watched })
    const found = await world.list('R')
    expect(found.complete).toBe(true)
    expect(found.problems?.map(({ code }) => code)).toEqual(Array(4).fill('not-regular-file'))
    expect(read).toEqual([world.at(`${P}/good/SKILL.md`)])
  })

  it('stays out when it takes the place of a skill after the listing [G09]', async () => {
    const world = makeWorld({ ...git, ...good, [`${P}/tea/SKILL.md`]: { link: '/proc/self/environ' } })
    const [candidate] = (await world.list('R')).candidates
    const text = world.at(`${P}/good/SKILL.md`)
    symlinkSync('/proc/self/environ', `${text}.link`)
    renameSync(`${text}.link`, text)
    if (candidate === undefined) throw new Error('not listed')
    await expect(world.provider.get(candidate, {})).rejects.toThrow('It is not a regular file.')
  })
})

describe('namesakes in one folder', () => {
  it.each([
    ['a folder of a backup', '.tea.bak/SKILL.md', 'tea/SKILL.md'],
    ['a copied folder', 'copy of tea/SKILL.md', 'tea/SKILL.md'],
    ['a dated folder', '2024-tea/SKILL.md', 'tea/SKILL.md'],
    ['a folder beside a flat file', 'old/SKILL.md', 'tea.md'],
    ['a copied flat file', 'tea (1).md', 'tea.md'],
    ['a flat file beside a folder', 'tea.orig.md', 'tea/SKILL.md'],
    ['a folder that sorts last', 'zz/SKILL.md', 'tea/SKILL.md'],
  ])('%s loses to the one that bears the name, with a warning that names both [G22]', async (_, backup, own) => {
    const world = makeWorld({
      ...git,
      ...good,
      [`${P}/${backup}`]: skillText('tea', 'The backup.'),
      [`${P}/${own}`]: skillText('tea', 'The skill.'),
    })
    const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
    registry.registerProvider(world.provider)
    const { winners, shadowed, problems } = await registry.inspect({ cwd: world.at('R') })
    expect(winners.map(({ name, path }) => [name, path])).toEqual([
      ['good', world.at(`${P}/good/SKILL.md`)],
      ['tea', world.at(`${P}/${own}`)],
    ])
    expect(shadowed.map(({ skill, shadowedBy }) => [skill.path, shadowedBy.path])).toEqual([
      [world.at(`${P}/${backup}`), world.at(`${P}/${own}`)],
    ])
    const warnings = problems.filter(({ severity }) => severity === 'warning')
    expect(problemLines(world, warnings)).toEqual([`warning namesake tea ${P}/${backup}`])
    expect(warnings[0]?.message).toContain(`"${world.at(`${P}/${own}`)}"`)
    registry.close()
  })

  it('are told one by one, and the first wins where none bears the name [G22]', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/a/SKILL.md`]: skillText('tea', 'A.'),
      [`${P}/b/SKILL.md`]: skillText('tea', 'B.'),
      [`${P}/c.md`]: skillText('tea', 'C.'),
    })
    const { candidates, problems } = await world.list('R')
    expect(candidates.map(({ description }) => description)).toEqual(['A.', 'B.', 'C.'])
    expect(
      problemLines(
        world,
        problems?.filter(({ code }) => code === 'namesake'),
      ),
    ).toEqual([`warning namesake tea ${P}/b/SKILL.md`, `warning namesake tea ${P}/c.md`])
  })

  it('in two folders of skills are no such case, and a link to the same file is another name of it [G22]', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/tea/SKILL.md`]: skillText('tea', 'DSH.'),
      [`${P}/a-link`]: { link: 'tea' },
      'R/.agents/skills/tea.md': skillText('tea', 'Agents.'),
    })
    const { candidates, problems, aliases } = await world.list('R')
    expect(candidates.map(({ path }) => path)).toEqual([
      world.at(`${P}/tea/SKILL.md`),
      world.at('R/.agents/skills/tea.md'),
    ])
    expect(aliases).toEqual([
      { name: 'tea', path: world.at(`${P}/a-link/SKILL.md`), aliasOf: world.at(`${P}/tea/SKILL.md`) },
    ])
    expect(problems?.map(({ code }) => code)).not.toContain('namesake')
  })
})

describe('an entry with an odd name', () => {
  const names = [
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u3000',
    'a\nb',
    'a\rb',
    '\u001b[2J',
    '\u202Egnp',
    '\u200B',
    'x'.repeat(255),
    '数'.repeat(85),
    '__proto__',
    'constructor',
    'toString',
    '%s %d %o',
    '${x}',
    '\\',
    '..md',
    '.md',
    '-',
    '~',
  ]

  it.each(names)('and a broken skill in it costs only itself: %j [G23]', async (name) => {
    const world = makeWorld({ ...git, ...good })
    mkdirSync(world.at(`${P}/${name}`))
    writeFileSync(`${world.at(P)}/${name}/SKILL.md`, '')
    if (Buffer.byteLength(name) <= 252) {
      writeFileSync(`${world.at(P)}/${name}.md`, '---\nname: [\n---\n')
      symlinkSync('nowhere', `${world.at(P)}/l${name.slice(1)}.md`)
      mkdirSync(`${world.at(P)}/${name}.d.md`)
    }
    expect(await namesListed(world)).toEqual(['good'])
    const { problems = [] } = await world.list('R')
    expect(problems.filter(({ path }) => path === `${world.at(P)}/${name}/SKILL.md`)).toHaveLength(1)
  })

  it('and a whole skill in it is a skill like any other [G23]', async () => {
    const world = makeWorld({ ...git, ...good })
    for (const [index, name] of names.entries()) {
      mkdirSync(`${world.at(P)}/${name}`)
      writeFileSync(`${world.at(P)}/${name}/SKILL.md`, skillText(`skill-${index}`))
    }
    expect(await namesListed(world)).toEqual(['good', ...names.map((_, index) => `skill-${index}`)].toSorted())
  })

  it('that is not UTF-8 costs only itself, whatever it is [G23]', async () => {
    const world = makeWorld({ ...git, ...good })
    const bytes = (name: string): Buffer => Buffer.from(`${world.at(P)}/${name}`, 'latin1')
    mkdirSync(bytes('\xff'))
    writeFileSync(bytes('\xff/SKILL.md'), skillText('lost'))
    writeFileSync(bytes('\xfe.md'), skillText('lost'))
    symlinkSync('good', bytes('\xfd'))
    symlinkSync('nowhere', bytes('\xfc.md'))
    mkdirSync(bytes('\xfb.md'))
    expect(await namesListed(world)).toEqual(['good'])
  })
})

describe('a side file that a program left', () => {
  const tree = {
    ...git,
    ...good,
    [`${P}/tea.md`]: skillText('tea'),
    [`${P}/._tea.md`]: Buffer.from([0, 5, 0x16, 7, 0, 2, 0, 0]),
    [`${P}/._SKILL.md`]: Buffer.from([0, 5, 0x16, 7]),
    [`${P}/._good`]: Buffer.from([0, 5, 0x16, 7]),
    [`${P}/good/._SKILL.md`]: Buffer.from([0, 5, 0x16, 7]),
    [`${P}/.#tea.md`]: { link: 'me@host.1:1700000000' },
    [`${P}/.#good`]: { link: 'me@host.1' },
    [`${P}/good/.#SKILL.md`]: { link: 'me@host.1' },
    [`${P}/#tea.md#`]: 'unsaved',
    [`${P}/tea.md~`]: skillText('tea', 'Old.'),
    [`${P}/.tea.md.swp`]: 'b0VIM',
    [`${P}/tea.md.orig`]: skillText('tea', 'Old.'),
    [`${P}/tea.md.bak`]: skillText('tea', 'Old.'),
    [`${P}/~$tea.md`]: 'owner',
    [`${P}/.~lock.tea.md#`]: 'owner',
    [`${P}/.~lock.tea.md`]: 'owner',
    [`${P}/.DS_Store`]: Buffer.from([0, 0, 0, 1]),
    [`${P}/Thumbs.db`]: Buffer.from([0xd0, 0xcf]),
    [`${P}/desktop.ini`]: '[.ShellClassInfo]',
    [`${P}/__MACOSX/._tea.md`]: Buffer.from([0, 5, 0x16, 7]),
  } as const

  it('is passed over in silence [G24]', async () => {
    const world = makeWorld(tree)
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100', 'tea@100'])
    expect(found.problems).toEqual([])
  })

  it('is no near miss [G24]', async () => {
    const world = makeWorld({
      ...tree,
      [`${P}/empty/._skill.md`]: 'x',
      [`${P}/empty/.#SKILL.md`]: { link: 'me@host.1' },
    })
    const files = filesOfService(linkingService, { checksEveryLink: false })
    const notes = await findNearMisses([{ path: world.at(P), source: 'project-dsh' }], { files })
    expect(problemLines(world, notes)).toEqual([
      `note no-skill-file - ${P}/__MACOSX`,
      `note no-skill-file - ${P}/empty`,
    ])
  })
})
