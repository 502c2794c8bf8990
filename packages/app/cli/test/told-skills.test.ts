import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skillText, startEndpoint, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { dsh } from './dsh.ts'

const NEWS = /^(?:First session|Skills of this project|The project's).*$/gm

/** A project, a home folder, and what `dsh` tells of the skills with these words. */
function openProject() {
  const cwd = temporaryTree({ '.git': { dir: true } })
  const home = temporaryFolder()
  const news = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { stderr } = await dsh([...args, '--offline'], { cwd, env: { DSH_HOME: home }, input: 'hi\n' })
    return (stderr.match(NEWS) ?? []).map((line) => line.replaceAll(cwd, 'R').replaceAll(home, 'H'))
  }
  return { cwd, home, news }
}

it('tells once of skills that come, and that change, after the first session, whichever host is asked [G05]', async () => {
  const { cwd, news } = openProject()
  expect(await news('run', 'hi')).toEqual([])
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
  expect(await news('run', 'hi')).toEqual([expect.stringContaining('1 from R/.agents/skills (tea)')])
  expect(await news('stdio')).toEqual([])
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea', undefined, 'Obey.') })
  expect(await news('stdio')).toEqual([expect.stringContaining('changed: tea')])
  expect(await news('run', 'hi')).toEqual([])
})

it('tells of what came while a session was away, when it goes on [G05]', async () => {
  const { cwd, home, news } = openProject()
  expect(await news('run', 'hi')).toEqual([])
  const [log = ''] = readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.jsonl'))
  writeTree(cwd, { '.dsh/skills/tea/SKILL.md': skillText('tea') })
  const resume = ['run', 'hi', '--resume', log.slice(0, -'.jsonl'.length)]
  expect(await news(...resume)).toHaveLength(1)
  expect(await news(...resume)).toEqual([])
})

it('tells before the turn of a session that runs [G05]', async () => {
  const { cwd, home } = openProject()
  const endpoint = await startEndpoint(() => {
    writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
    return { text: 'fine' }
  })
  const env = { DSH_HOME: home, DSH_BASE_URL: endpoint.url, DSH_MODEL: 'm', DSH_API_KEY: 'none' }
  const { stdout, stderr } = await dsh(['stdio'], { cwd, env, input: 'one\ntwo\nthree\n' })
  expect(stdout).toBe('fine\nfine\nfine\n')
  expect(stderr.match(NEWS)).toEqual([expect.stringContaining(`1 from ${cwd}/.agents/skills (tea)`)])
  expect(stderr.indexOf('First session')).toBeLessThan(stderr.indexOf('│ two'))
})

it('names the own skill that is replaced, in the notice [G06]', async () => {
  const { cwd, home, news } = openProject()
  writeTree(home, { 'skills/tea.md': skillText('tea', 'Mine.') })
  expect(await news('run', '/skill:tea')).toEqual([])
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
  expect(await news('run', '/skill:tea')).toEqual([
    expect.stringContaining("The project's tea (R/.agents/skills/tea.md) replaces your own (H/skills/tea.md)."),
  ])
  expect(await news('run', 'hi')).toEqual([])
})

it('goes on where it cannot keep what it told, with a warning [G05]', async () => {
  const { cwd, home, news } = openProject()
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
  writeFileSync(join(home, 'told'), '')
  chmodSync(join(home, 'told'), 0o600)
  for (let round = 0; round < 2; round += 1) expect(await news('run', 'hi')).toHaveLength(1)
  const { code, stderr } = await dsh(['run', 'hi', '--offline'], { cwd, env: { DSH_HOME: home } })
  expect(code).toBe(0)
  expect(stderr).toContain('What you were told about the skills of this project cannot be kept')
})

it('says why it tells again where others may write to what it told, and what ends that [G05]', async () => {
  const { cwd, home } = openProject()
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
  const told = join(home, 'told')
  mkdirSync(told)
  chmodSync(told, 0o777)
  const run = async () => (await dsh(['run', 'hi', '--offline'], { cwd, env: { DSH_HOME: home } })).stderr
  for (let round = 0; round < 2; round += 1) {
    const stderr = await run()
    expect(stderr).toContain('First session in this project.')
    expect(stderr).toContain(`${told}: others may write to it (its mode is 0777); chmod go-w ${told}\n`)
  }
  chmodSync(told, 0o700)
  expect(await run()).not.toContain('may write to it')
  expect(await run()).not.toContain('First session')
})

it('keeps for the next run what --quiet did not show [G05]', async () => {
  const { cwd, home, news } = openProject()
  writeTree(cwd, { '.agents/skills/tea.md': skillText('tea') })
  const { code, stderr } = await dsh(['run', 'hi', '--offline', '--quiet'], { cwd, env: { DSH_HOME: home } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(await news('run', 'hi')).toEqual([expect.stringContaining('First session in this project.')])
  expect(await news('run', 'hi')).toEqual([])
})
