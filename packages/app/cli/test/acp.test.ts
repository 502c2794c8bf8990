import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  repositoryRoot,
  runNode,
  startEndpoint,
  skillText,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/main.ts'
import { dsh } from './dsh.ts'

const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const INITIALIZE = request(0, 'initialize', { protocolVersion: 1 })

/** Writes the address of each module that is loaded to stderr. */
const TELL_LOADS = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
   registerHooks({ load: (url, context, next) => (process.stderr.write('loads ' + url + '\\n'), next(url, context)) })`,
)}`

describe('dsh acp', () => {
  it.each([
    [['acp', 'x'], 'unexpected argument: x'],
    [['acp', '--resume', 'x'], 'unknown option: --resume'],
    [['acp', '--cwd', '/no/such/folder'], 'no such folder: /no/such/folder'],
    [['acp', '--model', 'm'], 'no key for the model m'],
  ])('called as %j says what is wrong and exits with 2', async (args, message) => {
    const result = await dsh(args)
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 2, stdout: '' })
    expect(result.stderr).toContain(`dsh: ${message}`)
  })

  it('says on stderr who answers, and nothing on stdout but the protocol', async () => {
    const withoutKey = await dsh(['acp'], { input: INITIALIZE })
    expect(withoutKey).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"jsonrpc":"2\.0","id":0,.*\}\n$/) })
    expect(withoutKey.stderr).toContain('no key in DEEPSEEK_API_KEY')
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: 'http://127.0.0.1:9/v1' }
    expect((await dsh(['acp'], { env, input: '' })).stderr).toContain('model m')
    expect((await dsh(['acp', '--offline'], { env, input: '' })).stderr).toContain('offline responder (as asked)')
  })

  it('works in the folder of --cwd where the editor names none', async () => {
    const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.') })
    const input = INITIALIZE + request(1, 'session/new', {})
    const result = await dsh(['acp', '--offline', '--cwd', root], { input, env: { DSH_HOME: temporaryFolder() } })
    expect(result.stdout).toContain('"name":"skill:tea","description":"Brews tea."')
    expect((await dsh(['acp', '--offline'], { input })).stdout).toContain('"id":1,"error":{"code":-32602')
  })

  it('calls the model of its options', async () => {
    const endpoint = await startEndpoint(() => 'Fine.')
    const stdin = new PassThrough()
    const stdout = new PassThrough()
    const texts = text(stdout)
    const io = {
      stdin,
      hasPipedInput: false,
      isAnswerLost: false,
      stdout,
      stderr: new PassThrough().resume(),
      env: { DSH_HOME: temporaryFolder(), DSH_API_KEY: 'k' },
      cwd: '/',
      home: temporaryFolder(),
      signal: new AbortController().signal,
    }
    stdout.on('data', (data: Buffer) => {
      const sessionId = /"id":1,"result":\{"sessionId":"([^"]+)"/.exec(data.toString())?.[1]
      const prompt = [{ type: 'text', text: 'Go' }]
      if (sessionId !== undefined) stdin.end(request(2, 'session/prompt', { sessionId, prompt }))
    })
    stdin.write(INITIALIZE + request(1, 'session/new', { cwd: temporaryFolder() }))
    expect(await runCommandLine(['acp', '--model', 'm-7', '--base-url', endpoint.url], io)).toBe(0)
    stdout.end()
    expect(await texts).toContain('"id":2,"result":{"stopReason":"end_turn"}')
    expect(endpoint.requests.map(({ body }) => body.model)).toEqual(['m-7'])
  })

  it('keeps what a library writes to the console out of the protocol', async () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const texts = Promise.all([text(stdout), text(stderr)])
    const { console: before } = globalThis
    const io = {
      stdin,
      hasPipedInput: false,
      isAnswerLost: false,
      stdout,
      stderr,
      env: {},
      cwd: '/',
      home: temporaryFolder(),
      signal: new AbortController().signal,
    }
    const ended = runCommandLine(['acp', '--offline'], io)
    stdin.write(INITIALIZE)
    await new Promise((resolve) => stdout.once('data', resolve))
    for (const write of [console.log, console.info, console.debug]) write('a stray line')
    stdin.end()
    expect(await ended).toBe(0)
    expect(globalThis.console).toBe(before)
    stdout.end()
    stderr.end()
    const [out, err] = await texts
    expect(out).not.toContain('stray')
    expect(err.match(/a stray line/g)).toHaveLength(3)
  })

  it('alone loads the library of editors', async () => {
    const env = { NODE_OPTIONS: TELL_LOADS }
    const loads = async (args: readonly string[]): Promise<boolean> => {
      // The sources, since a bundle hides what is in it.
      const bin = join(repositoryRoot, 'packages/app/cli/bin/dsh.js')
      const { code, stderr } = await runNode({ args: [bin, ...args], env, input: '' })
      expect(code).toBe(0)
      expect(stderr).toContain('cli/src/main.ts')
      return stderr.includes('agentclientprotocol')
    }
    expect(await loads(['acp', '--offline'])).toBe(true)
    for (const args of [['--help'], ['skills', 'list'], ['run', '--offline', 'Hello'], ['stdio', '--offline']]) {
      expect(await loads(args)).toBe(false)
    }
  })
})
