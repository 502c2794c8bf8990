import { readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type ChatMessage, skillText, startEndpoint, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { dsh } from './dsh.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ toolCalls: [{ name, arguments: input }] })
const read = (path: string) => call('read', { path })
const loadTea = call('skill', { name: 'tea' })

interface Person {
  /** Runs `dsh` in a folder of the tree, with a model that makes these calls. Gives the result of the last one. */
  readonly ask: (cwd: string, calls: readonly ReturnType<typeof call>[], args?: readonly string[]) => Promise<string>
  readonly root: string
}

/** A person whose home folder is `home` in a tree. */
function person(tree: Tree): Person {
  const root = temporaryTree({ 'home/notes.md': 'My notes.', ...tree })
  const home = join(root, 'home')
  return {
    root,
    ask: async (cwd, calls, args = []) => {
      const endpoint = await startEndpoint([...calls, 'done'])
      const env = { HOME: home, DSH_HOME: '', DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
      const ran = await dsh(['run', '--cwd', join(root, cwd), ...args, 'go'], { env })
      expect(ran.code).toBe(0)
      const messages: readonly ChatMessage[] = endpoint.requests.at(-1)?.body.messages ?? []
      return String(messages.at(-1)?.content)
    },
  }
}

it('a link that a repository brings opens no folder outside of it, loaded skill or not [G01]', async () => {
  const { ask } = person({
    'repo/.git': { dir: true },
    'repo/.agents/skills': { link: '../../outside' },
    'outside/tea.md': skillText('tea', 'Brews tea.'),
    'outside/list.txt': 'Oolong.',
  })
  expect(await ask('repo', [loadTea, read('.agents/skills/list.txt')])).toContain('was not allowed')
  expect(await ask('repo', [loadTea, read('.agents/skills/list.txt')], ['--allow-read'])).toContain('Oolong.')
})

it.each<[string, Tree]>([
  [
    'a folder of custom skills',
    { 'home/.dsh/config.yaml': 'skills: { local: { customSkillDirs: [../../repo/team] } }' },
  ],
  ['the user’s skills, which are a link', { 'home/.dsh/skills': { link: '../../repo/team' } }],
  ['a link of the user', { 'home/.dsh/skills/tea': { link: '../../../repo/team/tea' } }],
])('a link that a repository brings opens no folder by way of %s [G01]', async (_, tree) => {
  const { ask } = person({
    'repo/.git': { dir: true },
    'repo/team/tea': { link: '../../outside' },
    'outside/SKILL.md': skillText('tea', 'Brews tea.'),
    'outside/list.txt': 'Oolong.',
    ...tree,
  })
  expect(await ask('repo', [read('team/tea/SKILL.md'), loadTea])).toContain('<skill_content name="tea">')
  expect(await ask('repo', [loadTea, read('team/tea/list.txt')])).toContain('was not allowed')
})

it('a skill reads its own files in the project, and in the home of the user [G01]', async () => {
  const { root, ask } = person({
    'repo/.git': { dir: true },
    'repo/sub': { dir: true },
    'repo/.agents/skills/tea/SKILL.md': skillText('tea', 'Brews tea.'),
    'repo/.agents/skills/tea/list.txt': 'Oolong.',
    'home/.dsh/skills/pot/SKILL.md': skillText('pot', 'Heats a pot.'),
    'home/.dsh/skills/pot/list.txt': 'Iron.',
  })
  const ofTea = join(root, 'repo/.agents/skills/tea/list.txt')
  expect(await ask('repo/sub', [read(ofTea)])).toContain('was not allowed')
  expect(await ask('repo/sub', [loadTea, read(ofTea)])).toContain('Oolong.')
  const loadPot = call('skill', { name: 'pot' })
  expect(await ask('home', [loadPot, read('.dsh/skills/pot/list.txt')])).toContain('Iron.')
})

it('a resume asks again: a folder that became a link opens nothing [G01]', async () => {
  const { root, ask } = person({
    'repo/.git': { dir: true },
    'repo/sub': { dir: true },
    'repo/.agents/skills/tea/SKILL.md': skillText('tea', 'Brews tea.'),
    'repo/.agents/skills/tea/list.txt': 'Oolong.',
    'outside/tea/SKILL.md': skillText('tea', 'Brews tea.'),
    'outside/tea/list.txt': 'Secret.',
  })
  const path = join(root, 'repo/.agents/skills/tea/list.txt')
  await ask('repo/sub', [loadTea])
  const sessions = join(root, 'home/.dsh/sessions')
  const log = readdirSync(sessions).find((name) => name.endsWith('.jsonl')) ?? ''
  const resume = ['--resume', log.replace('.jsonl', '')]
  expect(await ask('repo/sub', [read(path)], resume)).toContain('Oolong.')
  renameSync(join(root, 'repo/.agents/skills/tea'), join(root, 'repo/.agents/away'))
  symlinkSync('../../../outside/tea', join(root, 'repo/.agents/skills/tea'))
  expect(await ask('repo/sub', [read(path)], resume)).toContain('was not allowed')
})

it('the agent’s own settings, keys and logs are asked for, wherever one starts [G02]', async () => {
  const { root, ask } = person({
    'home/.dsh/config.yaml': 'endpoint: { apiKeyFile: ~/work/key.txt }\n',
    'home/work/key.txt': 'sk-1',
    'home/work/plan.md': 'Plan.',
    'home/work/settings': { link: '../.dsh' },
  })
  for (const [cwd, path] of [
    ['home', '.dsh/config.yaml'],
    ['home', 'notes.md'],
    ['home/.dsh', 'config.yaml'],
    ['home/work', 'settings/config.yaml'],
    ['home/work', 'key.txt'],
    ['home/work', `/proc/self/root${join(root, 'home/work/key.txt')}`],
    ['.', 'home/notes.md'],
  ] as const) {
    expect(await ask(cwd, [read(path)])).toContain('was not allowed')
  }
  expect(await ask('home/work', [read('plan.md')])).toContain('Plan.')
  const sessions = join(root, 'home/.dsh/sessions')
  expect(await ask('home/.dsh/sessions', [read(readdirSync(sessions)[0] ?? '')])).toContain('was not allowed')
})
