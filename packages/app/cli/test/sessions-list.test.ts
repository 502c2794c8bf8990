import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { dsh } from './dsh.ts'
import { runInProcess } from './in-process.ts'

function linkTo(folder: string): string {
  const link = join(temporaryFolder(), 'link')
  symlinkSync(folder, link)
  return link
}

it('lists the sessions that were had, the newest first, with folder and first words', async () => {
  const [home, shop, other] = [temporaryFolder(), temporaryTree({ '.git': { dir: true } }), temporaryFolder()]
  const env = { HOME: home, DSH_HOME: join(home, 'd') }
  const had = async (cwd: string, ...args: readonly string[]): Promise<string> => {
    const { stderr } = await dsh(['run', '--offline', '--cwd', cwd, ...args], { env })
    return /session (\S+) in/.exec(stderr)?.[1] ?? ''
  }
  const first = await had(shop, 'Where is\nthe \u001B[2Jtea?')
  const second = await had(other, 'And the coffee?')
  await had(shop, '--resume', first, 'Later words')
  const { code, stdout, stderr } = await dsh(['sessions', 'list'], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [secondLine, secondWords, firstLine, firstWords, ...rest] = stdout.split('\n')
  expect(secondLine).toMatch(new RegExp(`^${second}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  ${other}$`))
  expect(secondWords).toBe('    And the coffee?')
  expect(firstLine).toContain(`${first}  `)
  expect(firstWords).toBe('    Where is the \\u{1b}[2Jtea?')
  expect(rest).toEqual(['', 'go on with one: dsh --resume ID', ''])

  const below = await dsh(['sessions', 'list', '--json', '--cwd', shop], { env })
  expect(JSON.parse(below.stdout)).toEqual({
    sessions: [
      {
        id: first,
        cwd: shop,
        startedAt: expect.any(String) as string,
        firstWords: 'Where is the \u001B[2Jtea?',
      },
    ],
    problems: [],
  })
  const { stdout: linked } = await dsh(['sessions', 'list', '--json', '--cwd', linkTo(shop)], { env })
  expect(linked).toBe(below.stdout)
  expect((await dsh(['sessions', 'list', '--cwd', join(shop, 'gone')], { env })).stdout).toBe(
    `no sessions in ${join(shop, 'gone')} and below it (dsh run "PROMPT" starts one)\n`,
  )
})

it('names a damaged log, and lists the others', async () => {
  const home = temporaryFolder()
  expect((await runInProcess(['sessions', 'list'], { cwd: '/', home })).stdout).toBe(
    'no sessions (dsh run "PROMPT" starts one)\n',
  )
  const start = { seq: 0, time: '2026-01-01T00:00:00.000Z', type: 'session/start', version: 1, id: 'good', cwd: '/w' }
  const words = { seq: 1, time: start.time, type: 'user/message', content: 'Hello' }
  writeTree(home, {
    '.dsh/sessions/good.jsonl': `${JSON.stringify(start)}\n${JSON.stringify(words)}\n`,
    '.dsh/sessions/empty.jsonl': `${JSON.stringify({ ...start, id: 'empty' })}\n`,
    '.dsh/sessions/bad.jsonl': 'oops\n{}\n',
  })
  expect(await runInProcess(['sessions', 'list'], { cwd: '/', home })).toEqual({
    code: 0,
    stdout:
      'good  2026-01-01 00:00 UTC  /w\n    Hello\n\ngo on with one: dsh --resume ID\n1 more in which nothing was said (--json has them)\n',
    stderr: `Line 1 of the session log ${home}/.dsh/sessions/bad.jsonl cannot be read: it is not JSON in UTF-8. Move the file away: nothing in it can be opened.\n`,
  })
})
