import { LocalFileService } from '@deepseek-ai/dsh-fs'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { findNearMisses, FOLDERS_MAX_COUNT } from '../src/near-misses.ts'
import { filesOfService } from '../src/service-files.ts'
import { findUnsearchedSkills } from '../src/unsearched.ts'
import { limitlessService } from './foreign-files.ts'
import { makeWorld, problemLines, type World } from './world.ts'

const P = 'R/.dsh/skills'
const files = filesOfService(new LocalFileService(), { checksEveryLink: false })

async function look(world: World, ...roots: readonly string[]): Promise<readonly string[]> {
  const notes = await findNearMisses(
    roots.map((root) => ({ path: world.at(root), source: 'custom' })),
    { files },
  )
  return problemLines(world, notes)
}

describe('a look at near misses', () => {
  it('finds skills one level too deep, and says where they belong [F38]', async () => {
    const world = makeWorld({
      [`${P}/common/goodbye/SKILL.md`]: skillText('bye'),
      [`${P}/common/hello/SKILL.md`]: '# No header',
      [`${P}/claude.ai/deploy/SKILL.md`]: skillText('deploy'),
      [`${P}/good/SKILL.md`]: skillText('good'),
      [`${P}/good/inner/SKILL.md`]: skillText('inner'),
      [`${P}/deep/er/still/SKILL.md`]: skillText('still'),
    })
    expect(await look(world, P)).toEqual([
      `note too-deep deploy ${P}/claude.ai/deploy/SKILL.md`,
      `note too-deep bye ${P}/common/goodbye/SKILL.md`,
      `note too-deep hello ${P}/common/hello/SKILL.md`,
      `note no-skill-file - ${P}/deep`,
    ])
    const [note] = await findNearMisses([{ path: world.at(P), source: 'project-dsh' }], { files })
    expect(note?.message).toBe(
      `The skill lies one level too deep: only folders directly in "${world.at(P)}" are skills.`,
    )
  })

  it('finds a SKILL.md spelled in other letters, and says what to call it [F44] [A13]', async () => {
    const world = makeWorld({
      [`${P}/low/skill.md`]: skillText('low'),
      [`${P}/mixed/Skill.md`]: skillText('mixed'),
      [`${P}/both/SKILL.md`]: skillText('both'),
      [`${P}/both/skill.md`]: skillText('both'),
      [`${P}/folder/skill.md`]: { dir: true },
    })
    expect(await look(world, P)).toEqual([
      `note no-skill-file - ${P}/folder`,
      `note case-mismatch low ${P}/low/skill.md`,
      `note case-mismatch mixed ${P}/mixed/Skill.md`,
    ])
    const [, note] = await findNearMisses([{ path: world.at(P), source: 'project-dsh' }], { files })
    expect(note?.hint).toBe('Rename it to SKILL.md.')
  })

  it('calls nothing a near miss on a disk that does not tell letters apart [A13]', async () => {
    const world = makeWorld({ [`${P}/low/skill.md`]: skillText('low'), [`${P}/cafe\u0301.md`]: skillText('cafe') })
    const local = new LocalFileService()
    const exact = (path: string): string => path.replace(/SKILL\.md$/, 'skill.md')
    const caseless = {
      ...limitlessService,
      stat: (path: string) => local.stat(exact(path)),
      readText: (path: string) => local.readText(exact(path)),
    }
    const found = await makeWorld(
      {},
      { fileService: caseless, customSkillDirs: [`../${world.at(P).split('/').at(-4)}/${P}`] },
    ).list()
    expect(found.candidates.map(({ name }) => name)).toEqual(['low', 'cafe'])
    const notes = await findNearMisses([{ path: world.at(P), source: 'custom' }], {
      files: filesOfService(caseless, { checksEveryLink: false }),
    })
    expect(notes).toEqual([])
  })

  it('finds folders without any skill, such as a submodule that is not checked out [F40]', async () => {
    const world = makeWorld({
      [`${P}/sub`]: { dir: true },
      [`${P}/to-file`]: { link: '../x' },
      'R/.dsh/x': 'A file.',
      [`${P}/gone`]: { link: 'nowhere' },
      [`${P}/linked`]: { link: 'sub' },
    })
    expect(await look(world, P)).toEqual([`note no-skill-file - ${P}/linked`, `note no-skill-file - ${P}/sub`])
  })

  it('finds no fault with a root that is not there', async () => {
    const world = makeWorld({ 'R/.agents': { dir: true } })
    expect(await look(world, 'R/.agents/skills', 'home/.dsh/skills')).toEqual([])
  })

  it('leaves .system in the user’s DSH root alone', async () => {
    const world = makeWorld({ [`${P}/.system/x/SKILL.md`]: skillText('x') })
    expect(await findNearMisses([{ path: world.at(P), source: 'user-dsh' }], { files })).toEqual([])
    expect(await look(world, P)).toEqual([`note too-deep x ${P}/.system/x/SKILL.md`])
  })

  it('goes on where it may not look', async () => {
    const world = makeWorld({ [`${P}/locked`]: { dir: true }, [`${P}/sub`]: { dir: true } })
    const local = new LocalFileService()
    const locked = Object.assign(Object.create(local) as LocalFileService, {
      listDir: (path: string) =>
        path.endsWith('locked')
          ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
          : local.listDir(path),
    })
    const notes = await findNearMisses([{ path: world.at(P), source: 'custom' }], {
      files: filesOfService(locked, { checksEveryLink: false }),
    })
    expect(problemLines(world, notes)).toEqual([`error unreadable locked ${P}/locked`, `note no-skill-file - ${P}/sub`])
  })

  it('ends somewhere, and says what was left out', async () => {
    const names = Array.from({ length: FOLDERS_MAX_COUNT + 3 }, (_, index) => ({
      name: `s${index}`,
      kind: 'directory' as const,
    }))
    const huge = filesOfService(
      {
        resolve: (path, base) => `${base}/${path}`,
        stat: () => Promise.reject(new Error('not asked')),
        listDir: async (path) => (path === '/huge' ? names : []),
        readText: () => Promise.reject(new Error('not asked')),
        readHeads: async (paths) => paths.map(() => Object.assign(new Error('x'), { code: 'EACCES' })),
      },
      { checksEveryLink: false },
    )
    const notes = await findNearMisses([{ path: '/huge', source: 'custom' }], { files: huge })
    expect(notes.map(({ code, message }) => [code, message])).toEqual([
      ['look-limit', 'There are too many folders to look into all: 3 of these were left out.'],
    ])
  })

  it('stops at an abort, with its reason [R10]', async () => {
    const world = makeWorld({ [`${P}/sub`]: { dir: true } })
    const reason = new Error('enough')
    const looking = findNearMisses([{ path: world.at(P), source: 'custom' }], {
      files,
      signal: AbortSignal.abort(reason),
    })
    await expect(looking).rejects.toBe(reason)
  })
})

describe('a look at folders that are not searched', () => {
  async function unsearched(world: World, cwd: string, scope: 'between' | 'all' = 'all') {
    const { project, roots = [] } = await world.list(cwd)
    if (project === undefined) throw new Error('There is no project.')
    return findUnsearchedSkills({ files, cwd: world.at(cwd), project, roots, tolerance: 'strict', scope })
  }

  const monorepo = {
    '.dsh/skills/above/SKILL.md': skillText('above'),
    'R/.git': { dir: true },
    'R/.dsh/skills/root/SKILL.md': skillText('root'),
    'R/packages/.agents/skills/mid.md': skillText('mid'),
    'R/packages/api/.dsh/skills/api-lint/SKILL.md': skillText('api-lint'),
    'R/packages/web/.dsh/skills/web-lint/SKILL.md': skillText('web-lint'),
  } as const

  it('finds those between cwd and the project root, and above it, with the reason [F37]', async () => {
    const world = makeWorld(monorepo)
    const notes = await unsearched(world, 'R/packages/api')
    expect(problemLines(world, notes)).toEqual([
      'note folder-not-searched api-lint R/packages/api/.dsh/skills/api-lint/SKILL.md',
      'note folder-not-searched mid R/packages/.agents/skills/mid.md',
      'note folder-not-searched above .dsh/skills/above/SKILL.md',
    ])
    expect(notes[0]?.message).toBe(
      `The skill is not searched for here: the project root is "${world.at('R')}", since that is where .git is.`,
    )
    expect(problemLines(world, await unsearched(world, 'R/packages/api', 'between'))).toEqual([
      'note folder-not-searched api-lint R/packages/api/.dsh/skills/api-lint/SKILL.md',
      'note folder-not-searched mid R/packages/.agents/skills/mid.md',
    ])
    expect(await unsearched(world, 'R', 'between')).toEqual([])
  })

  it('finds those above a project that is only the folder one is in [F36]', async () => {
    const world = makeWorld({ 'D/.dsh/skills/hello/SKILL.md': skillText('hello'), 'D/sub': { dir: true } })
    const [note, ...others] = await unsearched(world, 'D/sub')
    expect(others).toEqual([])
    expect(note).toMatchObject({ skill: 'hello', path: world.at('D/.dsh/skills/hello/SKILL.md') })
    expect(note?.message).toContain(`the project root is "${world.at('D/sub')}", since no folder above it has a .git.`)
  })

  it('does not take the user’s own folders for unsearched ones, however they are reached [F42]', async () => {
    const world = makeWorld({
      'home/.git': { dir: true },
      'home/.dsh/skills/mine/SKILL.md': skillText('mine'),
      'home/scratch/.dsh/skills/local/SKILL.md': skillText('local'),
      'home/scratch/.agents/skills': { link: '../../.dsh/skills' },
    })
    expect(problemLines(world, await unsearched(world, 'home/scratch'))).toEqual([
      'note folder-not-searched local home/scratch/.dsh/skills/local/SKILL.md',
    ])
    const plain = makeWorld({ 'home/.dsh/skills/mine/SKILL.md': skillText('mine'), 'home/work': { dir: true } })
    expect(await unsearched(plain, 'home/work')).toEqual([])
  })
})
