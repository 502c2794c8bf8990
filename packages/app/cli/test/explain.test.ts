import { realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { skillText, temporaryFolder, temporaryTree, type Tree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import type { Explanation } from '../src/skills/explanation.ts'
import { runInProcess } from './in-process.ts'

const GIT = { '.git': { dir: true } } as const
const S = (name: string): string => `.dsh/skills/${name}/SKILL.md`

async function explain(
  root: string,
  subject: string,
  more: { cwd?: string; home?: string } = {},
): Promise<Explanation> {
  const { home, cwd = root } = more
  const result = await runInProcess(['skills', 'explain', subject, '--json'], { cwd, ...(home && { home }) })
  const explanation = JSON.parse(result.stdout) as Explanation
  expect(result).toMatchObject({ code: explanation.loads ? 0 : 1, stderr: '' })
  return explanation
}

const verdicts = ({ copies }: Explanation): string[] => copies.map(({ verdict, path }) => `${verdict}: ${path}`)

describe('dsh skills explain', () => {
  it('names the copy that counts and the shadowed ones in order, whichever is gone [F46] [C8]', async () => {
    const home = temporaryFolder()
    const root = temporaryTree(GIT)
    const places = [
      join(root, S('review')),
      join(root, '.agents/skills/review.md'),
      join(home, '.dsh/skills/review.md'),
      join(home, '.agents/skills/review/SKILL.md'),
    ]
    const tree = Object.fromEntries(places.map((path, index) => [path.slice(1), skillText('review', `Copy ${index}.`)]))
    writeTree('/', tree)
    while (places.length > 0) {
      const explanation = await explain(root, 'review', { home })
      expect(verdicts(explanation)).toEqual(
        places.map((path, index) => `${index === 0 ? 'loaded' : 'shadowed'}: ${path}`),
      )
      expect(explanation.answer).toContain(places[0] ?? '')
      const gone = places.shift() ?? ''
      rmSync(gone.endsWith('SKILL.md') ? dirname(gone) : gone, { recursive: true })
    }
    expect((await explain(root, 'review', { home })).answer).toContain('There is no skill review')
  })

  it('says of a skill a level too deep where it lies, also `check` and never the loader [F38]', async () => {
    const root = temporaryTree({
      ...GIT,
      [S('common/goodbye')]: skillText('goodbye'),
      [S('claude.ai/deploy')]: skillText('deploy'),
      [S('good')]: skillText('good'),
    })
    const { answer, copies } = await explain(root, 'goodbye')
    expect(answer).toContain('one level too deep')
    expect(copies).toMatchObject([{ verdict: 'not found by discovery', path: join(root, S('common/goodbye')) }])
    const check = await runInProcess(['skills', 'check', '.dsh/skills'], { cwd: root })
    for (const name of ['common/goodbye', 'claude.ai/deploy']) expect(check.stdout).toContain(join(root, S(name)))
    expect((await runInProcess(['skills', 'list'], { cwd: root })).stdout).not.toContain('too deep')
  })

  it('says of a skill outside of the project root that it is not searched, and list hints at it once [F37]', async () => {
    const above = temporaryTree({
      'R/.git': { dir: true },
      [`R/packages/api/${S('api-lint')}`]: skillText('api-lint'),
      [S('above')]: skillText('above'),
    })
    const cwd = join(above, 'R/packages/api')
    for (const name of ['api-lint', 'above']) {
      const { answer, copies } = await explain(cwd, name)
      expect(answer).toContain(`${name} exists, but is not searched`)
      expect(answer).toContain(join(above, 'R'))
      expect(copies.map(({ verdict }) => verdict)).toEqual(['not searched'])
    }
    const { stdout } = await runInProcess(['skills', 'list'], { cwd })
    expect(stdout.match(/not searched/g)).toHaveLength(1)
  })

  it('prints the roots that were searched when nothing is found [F36] [F49]', async () => {
    const root = temporaryTree({ [S('hello')]: skillText('hello'), 'sub/x': '' })
    expect((await explain(root, 'hello')).answer).toContain('hello is loaded')
    const { stdout } = await runInProcess(['skills', 'explain', 'hello'], { cwd: join(root, 'sub') })
    expect(stdout).toContain(join(root, 'sub/.dsh/skills'))
    expect(stdout).toContain('no folder above has .git')
  })

  it('names the rank of each copy, project and custom alike [F39]', async () => {
    const root = temporaryTree({
      ...GIT,
      '.agents/skills/root-only.md': skillText('root-only'),
      'pack/local/SKILL.md': skillText('local'),
      'app/.agents/skills/local': { link: '../../../pack/local' },
    })
    expect((await explain(root, 'root-only', { cwd: join(root, 'app') })).copies).toMatchObject([{ rank: 200 }])
    expect((await explain(root, 'local', { cwd: join(root, 'app') })).answer).toContain('not searched')
  })

  it('says where a skill of another folder lies when home is the project [F42]', async () => {
    const home = temporaryTree({
      '.git': { dir: true },
      [S('mine')]: skillText('mine'),
      [`scratch/${S('local')}`]: skillText('local'),
    })
    const cwd = join(home, 'scratch')
    expect(verdicts(await explain(cwd, 'mine', { home }))).toEqual([`loaded: ${join(home, S('mine'))}`])
    expect((await explain(cwd, 'local', { home })).answer).toContain(join(cwd, S('local')))
  })

  it('knows a skill by its folder when that is called otherwise [F22]', async () => {
    const home = temporaryTree({ '.agents/skills/acme.babysit/SKILL.md': skillText('babysit') })
    const root = temporaryTree(GIT)
    expect((await explain(root, 'acme.babysit', { home })).answer).toContain('did you mean babysit?')
    expect((await explain(root, 'babysit', { home })).problems).toMatchObject([
      { code: 'name-not-folder', severity: 'note' },
    ])
    expect((await runInProcess(['skills', 'list'], { cwd: root, home })).stdout).not.toContain('acme')
  })

  it('names the near miss of a SKILL.md in other letters [F44] [A13]', async () => {
    const root = temporaryTree({
      ...GIT,
      '.dsh/skills/low/skill.md': skillText('low'),
      '.dsh/skills/mixed/Skill.md': skillText('mixed'),
      [S('both')]: skillText('both'),
      '.dsh/skills/both/skill.md': 'x',
    })
    for (const name of ['low', 'mixed']) expect((await explain(root, name)).answer).toContain('Rename it to SKILL.md')
    expect((await explain(root, 'both')).answer).toContain(`both is loaded from ${join(root, S('both'))}`)
    const { code, stdout } = await runInProcess(['skills', 'check'], { cwd: root })
    expect({ code, misses: stdout.match(/^error: \S+\.md: .*Rename it to SKILL\.md/gm)?.length }).toEqual({
      code: 1,
      misses: 2,
    })
    expect((await runInProcess(['skills', 'list'], { cwd: root })).stdout).not.toContain('Rename it')
  })

  it('gives path and reason of a skill that does not load, like list [F19] [F06]', async () => {
    const home = temporaryTree({ '.dsh/skills/foo/SKILL.md': 'no header' })
    const root = temporaryTree({ ...GIT, [S('twice')]: '---\nname: twice\ndescription: a\ndescription: b\n---\nx' })
    const { answer, copies } = await explain(root, 'foo', { home })
    expect(copies).toMatchObject([{ verdict: 'broken', path: join(home, '.dsh/skills/foo/SKILL.md') }])
    const { stdout } = await runInProcess(['skills', 'list'], { cwd: root, home })
    expect(answer).toContain('no frontmatter')
    expect(stdout).toContain('no frontmatter')
    expect((await explain(root, 'twice')).problems).toMatchObject([{ code: 'key-duplicate' }])
  })

  it('shows link and target, and what lies outside the project [F28] [F30] [A1]', async () => {
    const elsewhere = temporaryTree({ 'demo/SKILL.md': skillText('demo') })
    const root = temporaryTree({
      ...GIT,
      '.dsh/skills/demo': { link: join(elsewhere, 'demo') },
      'tools/daily/SKILL.md': skillText('daily'),
      '.dsh/skills/daily': { link: '../../tools/daily' },
    })
    const { copies, problems, model } = await explain(root, 'demo')
    expect(copies).toMatchObject([{ verdict: 'loaded', path: join(root, S('demo')) }])
    expect(problems).toMatchObject([
      { code: 'link-leaves-project', message: expect.stringContaining('outside the project') as string },
    ])
    expect(model?.resourceBase).toBe(join(root, '.dsh/skills/demo'))
    expect((await explain(root, 'daily')).problems).toMatchObject([
      { message: expect.not.stringContaining('outside') as string },
    ])
  })

  it('reports a dangling link by its name [F29]', async () => {
    const root = temporaryTree({ ...GIT, '.dsh/skills/gone': { link: 'nowhere' }, [S('docs')]: skillText('docs') })
    expect((await explain(root, 'gone')).answer).toContain('leads nowhere')
    expect((await explain(root, 'docs')).answer).toContain('docs is loaded')
  })

  it('calls one file under two paths an alias, no conflict [F33]', async () => {
    const home = temporaryTree({
      '.agents/skills/shared/SKILL.md': skillText('shared'),
      '.dsh/skills/shared': { link: '../../.agents/skills/shared' },
    })
    expect((await explain(temporaryTree(GIT), 'shared', { home })).copies.map(({ verdict }) => verdict)).toEqual([
      'loaded',
      'alias',
    ])
  })

  it('shows a description in full, and when to use the skill [F17] [F84]', async () => {
    const long = `x${' word'.repeat(300)}`
    const root = temporaryTree({
      ...GIT,
      [S('long')]: `---\nname: long\ndescription: ${long}\nwhen_to_use: On Sundays.\n---\nx`,
    })
    const { model } = await explain(root, 'long')
    expect(model).toMatchObject({ description: long, whenToUse: 'On Sundays.' })
    expect(model?.catalogLine?.length).toBeLessThan(520)
    expect(model?.catalogLine).not.toContain('Sundays')
  })

  it('says of a hidden skill that only the user can start it [F72]', async () => {
    const root = temporaryTree({
      ...GIT,
      [S('secret')]: '---\nname: secret\ndescription: Hush.\ndisable-model-invocation: true\n---\nx',
    })
    const { answer, model } = await explain(root, 'secret')
    expect(answer).toContain('hidden from the model')
    expect(model).not.toHaveProperty('catalogLine')
  })

  it('explains a file by its path, seen or not', async () => {
    const root = temporaryTree({
      ...GIT,
      [S('a')]: skillText('a'),
      'docs/notes.md': '# Notes',
      'docs/good.md': skillText('good'),
    })
    expect((await explain(root, '.dsh/skills/a')).answer).toContain('a is loaded')
    expect((await explain(root, 'docs/good.md')).answer).toContain('there it would be the skill good')
    const stray = await explain(root, 'docs/notes.md')
    expect(stray.answer).toContain('it is no skill')
    expect(stray.problems).toMatchObject([{ code: 'header-missing' }])
    const missing = await runInProcess(['skills', 'explain', 'docs/none.md'], { cwd: root })
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') as string })
  })

  it('tells how many invisible characters a text holds [C6]', async () => {
    const hidden = 'ignore'.replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
    const root = temporaryTree({ ...GIT, [S('a')]: skillText('a', 'An a.', `See${hidden} it`) })
    expect((await explain(root, 'a')).problems).toMatchObject([
      { code: 'invisible-characters', message: expect.stringContaining('6') as string },
    ])
  })

  it('lets no control character out, whatever is in names, paths and texts [H4]', async () => {
    const root = realpathSync(
      temporaryTree({
        ...GIT,
        '.dsh/skills/\u001B[2Jx/SKILL.md': '---\nname: \u001B]52;c;x\n---',
        [S('b')]: skillText('b', 'A \u009B1mb\u202E.'),
      } satisfies Tree),
    )
    for (const args of [['list'], ['explain', 'b'], ['explain', '\u001B[2Jx'], ['check']]) {
      const { stdout, stderr } = await runInProcess(['skills', ...args], { cwd: root })
      // oxlint-disable-next-line no-control-regex -- it is what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/)
    }
  })
})

describe('the reason that explain gives', () => {
  const TREE = {
    ...GIT,
    '.dsh/skills/a.md': skillText('a'),
    [`.agents/skills/a/SKILL.md`]: skillText('a', 'Second.'),
    '.agents/skills/a2.md': skillText('a', 'Third.'),
    '.agents/skills/lnka': { link: 'a' },
    '.agents/skills/lnkb': { link: 'b' },
    '.agents/skills/b/SKILL.md': skillText('b'),
    '.agents/skills/nohdr.md': '# Notes',
    '.agents/skills/miss/skill.md': skillText('miss'),
    '.agents/skills/empty': { dir: true },
    '.agents/skills/txt/SKILL.txt': skillText('txt'),
    '.agents/skills/pack/inner/SKILL.md': skillText('inner'),
    '.agents/skills/Upper/SKILL.md': skillText('Upper'),
    '.agents/skills/nodesc/SKILL.md': '---\nname: nodesc\n---\nx',
    'else/miss/skill.md': skillText('miss'),
  } as const

  it.each(['.agents/skills/nohdr.md', 'nohdr'])(
    'for %s, a flat file without a header, is that header',
    async (subject) => {
      const root = temporaryTree(TREE)
      const { copies, problems, answer: text } = await explain(root, subject)
      const path = join(root, '.agents/skills/nohdr.md')
      expect(copies).toMatchObject([{ verdict: 'not found by discovery', path }])
      expect(problems).toMatchObject([{ code: 'header-missing', path }])
      expect(text).toContain('no frontmatter')
      expect(text).not.toContain('directly')
    },
  )

  it('for a link to a copy is what became of that copy', async () => {
    const root = temporaryTree(TREE)
    const link = join(root, '.agents/skills/lnka/SKILL.md')
    const shadowed = `the same file as ${join(root, '.agents/skills/a/SKILL.md')}, which is shadowed by ${join(root, '.dsh/skills/a.md')} (rank`
    const { answer, copies } = await explain(root, '.agents/skills/lnka')
    expect(answer).toContain(`${link} is ${shadowed}`)
    expect(copies).toMatchObject([{ verdict: 'alias', path: link }])
    const byName = await explain(root, 'lnka')
    expect(byName.answer).toMatch(/^There is no skill lnka; .*did you mean a\?$/)
    expect(byName.answer).toContain(shadowed)
    expect(byName.copies).toEqual(copies)
    const loaded = await explain(root, 'lnkb')
    expect(loaded.answer).toBe(
      `There is no skill lnkb; ${join(root, '.agents/skills/lnkb/SKILL.md')} is the same file as ${join(root, '.agents/skills/b/SKILL.md')}: did you mean b?`,
    )
  })

  it('for a file that declares the name of a copy that goes first is that name', async () => {
    const root = temporaryTree(TREE)
    const path = join(root, '.agents/skills/a2.md')
    const { answer, copies } = await explain(root, 'a2')
    expect(copies).toMatchObject([
      { verdict: 'called otherwise', path, reason: expect.stringContaining('shadowed') as string },
    ])
    expect(answer).toContain(`There is no skill a2; ${path}`)
    expect(answer).toContain('did you mean a?')
  })

  it.each(['miss', 'empty', 'txt'])('for the folder %s is the same by path as by name', async (name) => {
    const root = temporaryTree(TREE)
    const { copies, problems } = await explain(root, name)
    expect(copies).toMatchObject([{ verdict: 'not found by discovery' }])
    expect(await explain(root, `.agents/skills/${name}`)).toMatchObject({ copies, problems })
  })

  it('for a folder that holds a skill too deep is that skill', async () => {
    const root = temporaryTree(TREE)
    expect((await explain(root, '.agents/skills/pack')).answer).toContain(
      `${join(root, '.agents/skills/pack/inner/SKILL.md')}: The skill lies one level too deep`,
    )
  })

  it('for a folder elsewhere without a SKILL.md is that there is none, and so for a folder of skills', async () => {
    const root = temporaryTree(TREE)
    for (const path of ['./else', 'else/miss', '.agents/skills']) {
      const result = await runInProcess(['skills', 'explain', path], { cwd: root })
      expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('no SKILL.md in') as string })
    }
  })

  it.each([
    ['uper', 'did you mean Upper, which does not load?'],
    ['nodsec', 'did you mean nodesc, which does not load?'],
    ['c', 'did you mean a?'],
  ])('for %s, a near name, is that name', async (subject, guess) => {
    expect((await explain(temporaryTree(TREE), subject)).answer).toContain(guess)
  })
})

describe('a skill whose name is not valid', () => {
  it.each([
    ['charts', 'Sea Chart', ['Sea Chart', 'sea-chart', 'charts', 'SeaChart']],
    ['charts', 'sea_chart', ['sea_chart', 'sea-chart', 'charts']],
    ['k\u00e4se', 'K\u00e4se', ['K\u00e4se', 'k\u00e4se', 'Kase']],
    ['year', '2024', ['2024', 'year']],
    ['map', '\u043a\u0430\u0440\u0442\u0430', ['\u043a\u0430\u0440\u0442\u0430', 'map']],
  ])('in the folder %s as %s is found by %j [G39]', async (folder, name, subjects) => {
    const root = temporaryTree({ ...GIT, [S(folder)]: `---\nname: ${name}\ndescription: A.\n---\nx` })
    for (const subject of subjects) {
      const { answer, copies } = await explain(root, subject)
      expect(answer).toContain(`${subject} does not load: ${join(root, S(folder))}: line 2: `)
      expect(copies.map(({ verdict }) => verdict)).toEqual(['broken'])
    }
    expect((await explain(root, 'tea')).copies).toEqual([])
  })

  it('is found as a flat file, and stands below the skill that has the name it would get [G39]', async () => {
    const root = temporaryTree({
      ...GIT,
      '.dsh/skills/x.md': '---\nname: Sea Chart\ndescription: A.\n---\nx',
      [S('sea-chart')]: skillText('sea-chart'),
    })
    expect((await explain(root, 'Sea Chart')).copies.map(({ verdict }) => verdict)).toEqual(['broken'])
    expect((await explain(root, 'sea-chart')).copies.map(({ verdict }) => verdict)).toEqual(['loaded', 'broken'])
  })
})

it.each(['.dsh/skills/pack/a/b/inner', '.dsh/skills/tea/inner'])(
  'a skill that check finds too deep is known to explain: %s [G36]',
  async (folder) => {
    const root = temporaryTree({ ...GIT, [S('tea')]: skillText('tea'), [`${folder}/SKILL.md`]: skillText('low') })
    for (const subject of ['inner', 'low']) {
      const { answer, copies } = await explain(root, subject)
      expect(answer).toContain(`Move its folder to ${join(root, '.dsh/skills/inner')}`)
      expect(copies).toMatchObject([{ verdict: 'not found by discovery', path: join(root, folder, 'SKILL.md') }])
    }
  },
)
