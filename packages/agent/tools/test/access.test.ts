import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { LocalFileService } from '@deepseek-ai/dsh-fs'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { isOpen, type SkillFolder } from '@deepseek-ai/dsh-tools'
import { expect, it } from 'vitest'

interface Question {
  readonly cwd: string
  readonly target: string
  /** Of a skill that was loaded when its folder led where it leads now. */
  readonly skill?: SkillFolder
  /** Where that folder led when the skill was loaded, if elsewhere. */
  readonly loadedFrom?: string
  readonly privatePaths?: readonly string[]
  readonly home?: string
  readonly dshHome?: string
}

/** Whether a file below `root` is open. Each path of the question is relative to `root`. */
async function opens(root: string, question: Question): Promise<boolean> {
  const { cwd, target, skill, loadedFrom, privatePaths = [], home = 'home', dshHome = 'home/.dsh' } = question
  const at = (path: string): string => join(root, path)
  const owned = skill && {
    path: at(skill.path),
    isOwn: skill.isOwn,
    ...(skill.projectRoot !== undefined && { projectRoot: at(skill.projectRoot) }),
  }
  const folder = loadedFrom === undefined ? owned && realpathSync(owned.path) : at(loadedFrom)
  return await isOpen(
    { kind: 'read', title: 'Read', target: target.startsWith('/') ? target : at(target) },
    {
      cwd: at(cwd),
      rules: { home: at(home), dshHome: at(dshHome), privatePaths: privatePaths.map(at) },
      files: new LocalFileService(),
      loadedSkills: folder === undefined ? [] : [{ name: 'tea', folder }],
      findSkillFolders: (name) => Promise.resolve(owned && name === 'tea' ? [owned] : []),
      signal: new AbortController().signal,
    },
  )
}

const tree = () =>
  temporaryTree({
    'home/.dsh/config.yaml': 'endpoint: {}',
    'home/.dsh/sessions/one.jsonl': '',
    'home/.dsh/skills/tea/SKILL.md': '',
    'home/.dsh/skills/tea/references/a.md': '',
    'home/.dsh/skills/tea/out.md': { link: '../../config.yaml' },
    'home/.dsh/skills/flat.md': '',
    'home/.dsh/skills/all': { link: '..' },
    'home/.dsh/skills/logs': { link: '../sessions' },
    'home/.agents/skills/tea/a.md': '',
    'home/.agents/skills/everything': { link: '../../..' },
    'home/.agents/skills/home': { link: '../..' },
    'home/.ssh/id': '',
    'home/notes/a.md': '',
    'home/notes/link': { link: '../.dsh' },
    'home/key': 'k',
    'repo/.git/HEAD': '',
    'repo/.agents/skills/tea/a.md': '',
    'repo/.agents/skills/out': { link: '../../../outside' },
    'repo/.agents/skills/docs': { link: '../../docs' },
    'repo/.agents/skills/dsh': { link: '../../../home/.dsh/skills/tea' },
    'repo/docs/a.md': '',
    'repo/sub/a.md': '',
    'repo/key': { link: '../home/key' },
    'outside/list.txt': '',
    alias: { link: 'home' },
    'home/mine/direct': { link: '../../outside' },
    'home/mine/relayed': { link: '../../repo/.agents/skills/out' },
    'home/mine/winding': { link: '.././../repo//sub/../.agents/skills/out/' },
    'home/mine/root': { link: '../../repo/.agents/skills' },
    'home/mine/docs': { link: '../../repo/.agents/skills/docs' },
  })

const mine = (path: string, projectRoot?: string): SkillFolder => ({ path, isOwn: true, projectRoot })
const ofProject = (path: string, projectRoot = 'repo'): SkillFolder => ({ path, isOwn: false, projectRoot })

it.each<[string, Question, boolean]>([
  ['in the working folder', { cwd: 'repo', target: 'repo/docs/a.md' }, true],
  ['in the working folder, which is in the home folder', { cwd: 'home/notes', target: 'home/notes/a.md' }, true],
  ['beside it', { cwd: 'repo/sub', target: 'repo/docs/a.md' }, false],
  ['of a skill in the project', { cwd: 'repo/sub', target: 'repo/docs/a.md', skill: ofProject('repo/docs') }, true],
  [
    'behind a link in the project',
    { cwd: 'repo/sub', target: 'repo/docs/a.md', skill: ofProject('repo/.agents/skills/docs') },
    true,
  ],
  [
    'behind a link out of the project',
    { cwd: 'repo', target: 'outside/list.txt', skill: ofProject('repo/.agents/skills/out') },
    false,
  ],
  [
    'reached by the name of that link',
    { cwd: 'repo', target: 'repo/.agents/skills/out/list.txt', skill: ofProject('repo/.agents/skills/out') },
    false,
  ],
  [
    'of the user’s skill, by a link of the project',
    { cwd: 'repo', target: 'home/.dsh/skills/tea/references/a.md', skill: ofProject('repo/.agents/skills/dsh') },
    false,
  ],
  [
    'of the user’s skill',
    { cwd: 'repo', target: 'home/.agents/skills/tea/a.md', skill: mine('home/.agents/skills/tea') },
    true,
  ],
  ['where the user’s link leads', { cwd: 'repo', target: 'outside/list.txt', skill: mine('outside') }, true],
  [
    'where a link of the user leads',
    { cwd: 'repo', target: 'outside/list.txt', skill: mine('home/mine/direct', 'repo') },
    true,
  ],
  [
    'where a link in the home folder leads, which is the project',
    { cwd: 'home/notes', target: 'outside/list.txt', skill: mine('home/mine/direct', 'home') },
    true,
  ],
  [
    'in the project, by the links of both',
    { cwd: 'repo/sub', target: 'repo/docs/a.md', skill: mine('home/mine/docs', 'repo') },
    true,
  ],
  ...['home/mine/relayed', 'home/mine/root/out', 'home/mine/winding', 'repo/.agents/skills/out'].map(
    (path): [string, Question, boolean] => [
      `where a link of the project leads, in the user’s folder ${path}`,
      { cwd: 'repo', target: 'outside/list.txt', skill: mine(path, 'repo') },
      false,
    ],
  ),
  [
    'of a folder that is no longer the skill’s',
    { cwd: 'repo', target: 'outside/list.txt', skill: mine('repo/docs'), loadedFrom: 'outside' },
    false,
  ],
  [
    'of a project that holds the home folder',
    {
      cwd: 'repo',
      target: 'home/notes/a.md',
      skill: ofProject('home/notes', '.'),
    },
    true,
  ],
  [
    'that a link of such a project leads to',
    { cwd: 'repo', target: 'home/.ssh/id', skill: ofProject('home/.agents/skills/home', 'home') },
    false,
  ],
])('a file %s is open or not by where it lies [G01]', async (_, question, expected) => {
  expect(await opens(tree(), question)).toBe(expected)
})

it.each<[string, Question]>([
  ['the home folder', { cwd: 'home', target: 'home/notes/a.md' }],
  ['the home folder by a link', { cwd: 'alias', target: 'home/notes/a.md' }],
  ['above the home folder', { cwd: '.', target: 'repo/docs/a.md' }],
])('as a working folder %s opens nothing [G02]', async (_, question) => {
  expect(await opens(tree(), question)).toBe(false)
})

it.each<[string, Question]>([
  ['settings from the home folder', { cwd: 'home', target: 'home/.dsh/config.yaml' }],
  ['settings by a link in the working folder', { cwd: 'home/notes', target: 'home/notes/link/config.yaml' }],
  ['settings from DSH_HOME itself', { cwd: 'home/.dsh', target: 'home/.dsh/config.yaml' }],
  ['skills from DSH_HOME itself', { cwd: 'home/.dsh/skills', target: 'home/.dsh/skills/flat.md' }],
  ['a new file in DSH_HOME', { cwd: 'home/.dsh', target: 'home/.dsh/new' }],
  ['a session log', { cwd: 'home/.dsh/sessions', target: 'home/.dsh/sessions/one.jsonl' }],
  [
    'a session log by a skill of the user that leads there',
    { cwd: 'repo', target: 'home/.dsh/sessions/one.jsonl', skill: mine('home/.dsh/skills/logs') },
  ],
  [
    'settings by a skill of the user that is DSH_HOME',
    { cwd: 'repo', target: 'home/.dsh/config.yaml', skill: mine('home/.dsh/skills/all') },
  ],
  [
    'what else is in DSH_HOME by such a skill',
    { cwd: 'repo', target: 'home/.dsh/skills/flat.md', skill: mine('home/.dsh/skills/all') },
  ],
  [
    'settings by a link in a skill',
    { cwd: 'repo', target: 'home/.dsh/skills/tea/out.md', skill: mine('home/.dsh/skills/tea') },
  ],
  [
    'a secret by a skill that is the home folder',
    { cwd: 'repo', target: 'home/.ssh/id', skill: mine('home/.agents/skills/home') },
  ],
  [
    'a secret by a skill that holds the home folder',
    { cwd: 'repo', target: 'home/.ssh/id', skill: mine('home/.agents/skills/everything') },
  ],
  ['a key file in the working folder', { cwd: 'repo', target: 'repo/docs/a.md', privatePaths: ['repo/docs/a.md'] }],
  ['a key file behind a link', { cwd: 'home/notes', target: 'repo/key', privatePaths: ['repo/key'] }],
  ['DSH_HOME in the project', { cwd: 'repo', target: 'repo/docs/a.md', dshHome: 'repo/docs', home: 'home' }],
])('never open: %s [G02]', async (_, question) => {
  expect(await opens(tree(), question)).toBe(false)
})

it('a skill in DSH_HOME may read its own files once it is loaded [G02]', async () => {
  const root = tree()
  const target = 'home/.dsh/skills/tea/references/a.md'
  for (const cwd of ['repo', 'home', 'home/.dsh', 'home/.dsh/skills/tea']) {
    expect(await opens(root, { cwd, target })).toBe(false)
    expect(await opens(root, { cwd, target, skill: mine('home/.dsh/skills/tea') })).toBe(true)
    expect(await opens(root, { cwd, target, skill: mine('home/.dsh/skills') })).toBe(true)
  }
})

it('processes are never open, nor anything while no service follows links, nor a command [G02]', async () => {
  const context = {
    cwd: '/proc',
    rules: { home: '/home/ann', dshHome: '/home/ann/.dsh', privatePaths: [] },
    files: new LocalFileService(),
    loadedSkills: [],
    findSkillFolders: () => Promise.resolve([]),
    signal: new AbortController().signal,
  }
  const target = '/proc/self/environ'
  expect(await isOpen({ kind: 'read', title: '', target }, context)).toBe(false)
  expect(await isOpen({ kind: 'read', title: '', target: '/work/a' }, { ...context, cwd: '/work' })).toBe(true)
  expect(await isOpen({ kind: 'read', title: '', target: 'a' }, { ...context, cwd: '/work' })).toBe(false)
  expect(await isOpen({ kind: 'execute', title: '', target: '/work/a' }, { ...context, cwd: '/work' })).toBe(false)
  const blind = { ...context, cwd: '/work', files: undefined }
  expect(await isOpen({ kind: 'read', title: '', target: '/work/a' }, blind)).toBe(false)
})
