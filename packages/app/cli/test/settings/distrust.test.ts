import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { itNeeding, skillText, startEndpoint, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { dsh } from '../dsh.ts'

const OTHER = 4711

/** The last line of an error is what mends it. */
function runAdvice(stderr: string): void {
  execFileSync('sh', ['-c', stderr.trim().split('\n').at(-1) ?? ''])
}

itNeeding(['second user'], 'no key goes to an address that another user wrote into DSH_HOME [G04]', async () => {
  const endpoint = await startEndpoint(() => ({ text: 'stolen' }))
  const home = join(temporaryFolder(), 'dsh home')
  mkdirSync(home)
  chmodSync(home, 0o777)
  const config = join(home, 'config.yaml')
  writeFileSync(config, `model: m\nendpoint:\n  baseUrl: ${endpoint.url}\n`)
  chownSync(config, OTHER, OTHER)
  const run = () => dsh(['run', 'hi'], { env: { DSH_HOME: home, DSH_API_KEY: 'k' }, cwd: temporaryFolder() })
  const refused = await run()
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    `dsh: ${home}: others may write to it (its mode is 0777), so what it holds is not trusted`,
  )
  expect(refused.stderr).toContain(`${config}: it belongs to another user (uid 4711), so what it holds is not trusted`)
  expect(endpoint.requests).toEqual([])
  runAdvice(refused.stderr)
  expect(await run()).toMatchObject({ code: 0, stdout: 'stolen\n' })
})

it.each([
  ['run', 'hi', '--offline'],
  ['stdio', '--offline'],
  ['acp', '--offline'],
  ['skills', 'list'],
  ['sessions', 'list'],
])('a home in a folder that others may write is refused by dsh %s [G04]', async (...args) => {
  const above = temporaryFolder()
  const home = join(above, 'not there yet')
  chmodSync(above, 0o775)
  const run = () => dsh(args, { env: { DSH_HOME: home }, cwd: temporaryFolder(), input: '' })
  const refused = await run()
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`${above}: others may write to it (its mode is 0775)`)
  runAdvice(refused.stderr)
  expect((await run()).code).toBe(0)
})

it('a key file is refused for the folder that it lies in, by its place in config.yaml [G04]', async () => {
  const endpoint = await startEndpoint(() => ({ text: 'fine' }))
  const keys = temporaryTree({ key: 'secret' })
  chmodSync(join(keys, 'key'), 0o600)
  chmodSync(keys, 0o722)
  const home = temporaryTree({
    'config.yaml': `model: m\nendpoint:\n  baseUrl: ${endpoint.url}\n  apiKeyFile: ${join(keys, 'key')}\n`,
  })
  const run = () => dsh(['run', 'hi'], { env: { DSH_HOME: home }, cwd: temporaryFolder() })
  const refused = await run()
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`config.yaml:4:15: the key file ${keys}: others may write to it (its mode is 0722)`)
  runAdvice(refused.stderr)
  expect(await run()).toMatchObject({ code: 0, stdout: 'fine\n' })
})

it('a log that others may write is not gone on with, nor is it listed [G04]', async () => {
  const home = temporaryFolder()
  const env = { DSH_HOME: home }
  const cwd = temporaryFolder()
  expect((await dsh(['run', 'hi', '--offline'], { env, cwd })).code).toBe(0)
  const name = readdirSync(join(home, 'sessions')).find((each) => each.endsWith('.jsonl')) ?? ''
  const log = join(home, 'sessions', name)
  chmodSync(log, 0o666)
  const id = name.slice(0, -'.jsonl'.length)
  const resumed = await dsh(['run', 'again', '--offline', '--resume', id], { env, cwd })
  expect(resumed.code).toBe(1)
  expect(resumed.stderr).toContain(
    `${log} is not trusted: others may write to it (its mode is 0666). Run: chmod go-w ${log}\n`,
  )
  const listed = await dsh(['sessions', 'list'], { env, cwd })
  expect(listed.stdout).not.toContain(id)
  expect(listed.stderr).toContain(`${log} is not trusted`)
})

it('a folder of the user’s skills that others may write is read, and told of loudly [G04]', async () => {
  const home = temporaryTree({ 'skills/tea.md': skillText('tea') })
  chmodSync(join(home, 'skills'), 0o777)
  const env = { DSH_HOME: home }
  const warning = `warning: your skills in ${home}/skills may not be yours: others may write to it (its mode is 0777). Run: chmod go-w ${home}/skills`
  for (const args of [
    ['skills', 'list'],
    ['run', '/skill:tea', '--offline'],
  ]) {
    const { code, stderr } = await dsh(args, { env, cwd: temporaryFolder() })
    expect(code).toBe(0)
    expect(stderr.split('\n')).toContain(warning)
  }
})

itNeeding(
  ['second user'],
  'a skill of the user that others own or may write is told, a bounded number of them [G04]',
  async () => {
    const names = Array.from({ length: 7 }, (_, index) => `s${index}`)
    const home = temporaryTree({
      'skills/tea/SKILL.md': skillText('tea'),
      'skills/notes.txt': 'no skill',
      'skills/empty': { dir: true },
      ...Object.fromEntries(names.map((name) => [`skills/${name}.md`, skillText(name)])),
    })
    const list = async (): Promise<readonly string[]> => {
      const { code, stderr } = await dsh(['skills', 'list'], { env: { DSH_HOME: home }, cwd: temporaryFolder() })
      expect(code).toBe(0)
      return stderr
        .replaceAll(home, 'H')
        .split('\n')
        .filter((line) => line.startsWith('warning: '))
    }
    expect(await list()).toEqual([])
    chownSync(join(home, 'skills/tea/SKILL.md'), OTHER, OTHER)
    chmodSync(join(home, 'skills/s0.md'), 0o666)
    expect(await list()).toEqual([
      'warning: your skills in H/skills/s0.md may not be yours: others may write to it (its mode is 0666). Run: chmod go-w H/skills/s0.md',
      'warning: your skills in H/skills/tea/SKILL.md may not be yours: it belongs to another user (uid 4711). Run: chown 0 H/skills/tea/SKILL.md',
    ])
    for (const name of names) chmodSync(join(home, `skills/${name}.md`), 0o666)
    expect(await list()).toHaveLength(6)
  },
)
