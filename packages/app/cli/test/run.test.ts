import { execFile } from 'node:child_process'
import { join } from 'node:path'
import {
  dshPath,
  nodeBinaries,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'

const project = (more = {}): string =>
  temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.'), ...more })

describe('dsh run, called in a way that cannot work', () => {
  it.each([
    [['run'], {}, '"PROMPT" is missing'],
    [['run', ' '], {}, 'the prompt is empty'],
    [['run', '--cwd', '/no/such/folder', 'x'], {}, 'no such folder: /no/such/folder'],
    [['run', '--cwd', '/etc/passwd', 'x'], {}, 'not a folder: /etc/passwd'],
    [['run', '--model', 'm', 'x'], {}, 'no key for the model m'],
    [['run', 'x'], { DSH_MODEL: 'm' }, 'no key for the model m'],
    [['frob'], {}, 'unknown command: frob'],
    [['run', '--frob', 'x'], {}, 'unknown option: --frob'],
  ])('%j says so and exits with 2', async (args, env, message) => {
    const result = await dsh(args, { env })
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 2, stdout: '' })
    expect(result.stderr).toContain(`dsh: ${message}`)
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(2)
  })

  it('names a session that does not exist, and one that belongs elsewhere', async () => {
    const root = project()
    const env = { DSH_HOME: temporaryFolder() }
    const unknown = await dsh(['run', '--resume', '20200101T000000000Z-0000000000', '--cwd', root, 'x'], { env })
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('20200101T000000000Z-0000000000')
    const made = await dsh(['run', '--cwd', root, 'nothing fits here'], { env })
    const id = /session (\S+)/.exec(made.stderr)?.[1] ?? ''
    const moved = await dsh(['run', '--resume', id, '--cwd', temporaryFolder(), 'x'], { env })
    expect(moved.code).toBe(2)
    expect(moved.stderr).toContain(`session ${id} belongs to ${root}`)
    expect((await dsh(['run', '--resume', '../../etc/passwd', 'x'], { env })).code).not.toBe(0)
  })
})

describe('dsh run', () => {
  it('loads the other skills when one is broken, and says which and why', async () => {
    const root = project({ '.dsh/skills/broken/SKILL.md': '---\nname: broken\n---\nNo description.' })
    const result = await dsh(['run', '--offline', '--cwd', root, 'brews tea'])
    expect(result.code).toBe(0)
    expect(result.stdout).toContain('`tea`')
    expect(result.stderr).toMatch(/error: \S+broken\/SKILL\.md:\d+/)
  })

  it('warns of a backup beside a skill, with both paths, and loads the skill [G22]', async () => {
    const backup = skillText('oven', 'Bakes an old loaf of bread.', 'Old.')
    const own = skillText('oven', 'Bakes a fine loaf of bread.', 'New.')
    const root = project({ '.dsh/skills/.oven.bak/SKILL.md': backup, '.dsh/skills/oven/SKILL.md': own })
    const { stdout, stderr } = await dsh(['run', '--offline', '--cwd', root, '/skill:oven'])
    expect(stdout).toContain('New.')
    expect(stderr).toContain(
      `warning: ${root}/.dsh/skills/.oven.bak/SKILL.md: It is not used: "${root}/.dsh/skills/oven/`,
    )
  })

  it('says what is wrong with a skill file once, not a second time as a line of the log [G67]', async () => {
    const root = project({ '.dsh/skills/broken/SKILL.md': '---\nname: broken\n---\nNo description.' })
    const { stderr } = await dsh(['run', '--offline', '--cwd', root, 'brews tea'])
    expect(stderr.match(/broken\/SKILL\.md/g)).toHaveLength(1)
  })

  it('says without a key that the offline responder answers, and calls nobody when it is asked for', async () => {
    const root = project()
    expect((await dsh(['run', '--cwd', root, 'brews tea'])).stderr).toContain('no key in DEEPSEEK_API_KEY')
    const endpoint = await startEndpoint(() => 'never')
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, DEEPSEEK_API_KEY: 'k' }
    expect((await dsh(['run', '--offline', '--cwd', root, 'brews tea'], { env })).code).toBe(0)
    expect(endpoint.requests).toEqual([])
  })

  it('prints every event as a JSON line with --json', async () => {
    const result = await dsh(['run', '--offline', '--json', '--cwd', project(), 'brews tea'])
    const types = result.stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { type, event } = JSON.parse(line) as { type: string; event?: { type: string } }
        return event?.type ?? type
      })
    const kinds = ['start', 'request/header', 'user/message', 'tool/start', 'tool/result', 'text', 'assistant/message']
    for (const kind of kinds) expect(types).toContain(kind)
    expect(types.at(-1)).toBe('result')
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(/^offline responder .*\n$/) as string })
  })

  it.each([
    [401, 'DSH_API_KEY'],
    [503, '503'],
  ])('ends with a sentence and exit code 1 when the endpoint answers %i', async (status, part) => {
    const endpoint = await startEndpoint(() => ({
      status,
      body: { error: { message: 'no' } },
      headers: { 'retry-after': '0' },
    }))
    const env = { DSH_API_KEY: 'sk-canary', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
    const result = await dsh(['run', '--cwd', project(), 'brews tea'], { env })
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' })
    expect(result.stderr).toContain('turn failed:')
    expect(result.stderr).toContain(part)
    expect(result.stderr).not.toContain('sk-canary')
  })

  it('ends with a sentence when nobody listens', async () => {
    const endpoint = await startEndpoint(() => 'never')
    await endpoint.close()
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
    const result = await dsh(['run', '--cwd', project(), 'x'], { env })
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' })
    expect(result.stderr).toContain('turn failed:')
  })

  it('refuses to read outside of the folder unless --allow-read, and reads below a loaded skill', async () => {
    const root = project()
    const outside = join(temporaryTree({ 'secret.txt': 'the secret' }), 'secret.txt')
    const read = async (args: readonly string[]): Promise<string> => {
      const endpoint = await startEndpoint([{ toolCalls: [{ name: 'read', arguments: { path: outside } }] }, 'done'])
      const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
      expect((await dsh(['run', '--cwd', root, ...args, 'x'], { env })).code).toBe(0)
      return endpoint.requests[1]?.bodyText ?? ''
    }
    expect(await read([])).not.toContain('the secret')
    expect(await read(['--allow-read'])).toContain('the secret')
  })

  it.each([
    ['run', ['x'], ''],
    ['stdio', [], 'x\nagain\n'],
    ['run', ['--json', 'x'], ''],
  ])(
    'names once the option that would allow what %s %j refused, and exits with 0 [G54]',
    async (command, args, input) => {
      const calls = ['bash', 'read', 'bash', 'read'].map((name) => ({
        name,
        arguments: name === 'bash' ? { command: 'ls' } : { path: '/etc/hostname' },
      }))
      const endpoint = await startEndpoint((body) =>
        body.messages.at(-1)?.role === 'user' ? { toolCalls: calls } : 'done',
      )
      const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
      const ask = async (...more: readonly string[]) =>
        await dsh([command, '--cwd', project(), ...more, ...args], { env, input })
      const lines = ({ stdout, stderr }: { stdout: string; stderr: string }): readonly string[] =>
        `${stdout}${stderr}`.split('\n').filter((line) => line.includes('nobody can be asked here'))
      const refused = await ask()
      expect(refused.code).toBe(0)
      expect(lines(refused)).toEqual([
        expect.stringContaining('(nobody can be asked here; --allow-bash lets the bash tool run any command)'),
        expect.stringContaining('(nobody can be asked here; --allow-read lets the read tool read any file)'),
      ])
      expect(lines(await ask('--allow-bash'))).toHaveLength(1)
      expect(lines(await ask('--allow-bash', '--allow-read'))).toEqual([])
    },
  )

  it('ends when Ctrl-C is pressed, as cancelled', async () => {
    const endpoint = await startEndpoint(() => ({ hangs: 'head' }))
    const args = [dshPath]
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, HOME: temporaryFolder(), PATH: '' }
    const ended = new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const child = execFile(
        nodeBinaries[24],
        [...args, 'run', '--cwd', project(), 'x'],
        { env },
        (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
      )
      void endpoint.requestsReached(1).then(() => child.kill('SIGINT'))
    })
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('turn cancelled') as string })
  })
})
