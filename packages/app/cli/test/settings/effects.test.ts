import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EndpointScript,
  type Endpoint,
  skillText,
  startEndpoint,
  temporaryTree,
  type Tree,
  writeTree,
} from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { mountSkills } from '../../src/mount-skills.ts'
import type { CommandResult } from '../in-process.ts'
import { dsh } from '../dsh.ts'
import { runHere, type RunHereOptions } from '../run-here.ts'

const TEA: Tree = { '.git': { dir: true }, '.dsh/skills/tea.md': skillText('tea', 'Brews tea. '.repeat(20).trim()) }

/** A prompt that goes to an endpoint set by `config` alone; `URL` in it is the endpoint's address. */
async function ask(
  config: string,
  { script = ['fine'], files = {}, args = [], ...options }: Partial<RunHereOptions> & AskOptions = {},
): Promise<{
  readonly ran: CommandResult
  readonly endpoint: Endpoint
  readonly dshHome: string
  readonly first: Endpoint['requests'][number] | undefined
}> {
  const endpoint = await startEndpoint(script)
  const dshHome = temporaryTree({ ...files, 'config.yaml': config.replaceAll('URL', endpoint.url) })
  for (const path of ['config.yaml', ...Object.keys(files)]) chmodSync(join(dshHome, path), 0o600)
  const cwd = options.cwd ?? temporaryTree(TEA)
  const ran = await runHere(['run', ...args, 'hello'], { ...options, dshHome, cwd })
  return { ran, endpoint, dshHome, first: endpoint.requests[0] }
}

interface AskOptions {
  readonly script?: EndpointScript
  /** Beside config.yaml, mode 0600. */
  readonly files?: Tree
  readonly args?: readonly string[]
}

const KEYLESS = 'model: m-1\nendpoint:\n  baseUrl: URL\n  apiKey: none\n'

describe('what each setting does', () => {
  it('endpoint.headers, and a query of endpoint.baseUrl: sent along, kept out of messages and logs, sent nowhere else [G21]', async () => {
    const other = await startEndpoint(['stolen'])
    const script: EndpointScript = [
      ({ messages }, { headers, path }) => {
        return { status: 400, body: { error: { message: `${messages.length} ${path} ${JSON.stringify(headers)}` } } }
      },
      { status: 307, headers: { location: `${other.url}/chat/completions` } },
    ]
    const endpoint = await startEndpoint(script)
    const headers = 'headers: { x-team: canary-team, X-Api-Key: canary-key }'
    const config = `model: m\nendpoint:\n  baseUrl: ${endpoint.url}?token=canary-token&api-version=1\n  ${headers}\n`
    const dshHome = temporaryTree({ 'config.yaml': config })
    chmodSync(join(dshHome, 'config.yaml'), 0o600)
    const outputs = []
    for (const args of [[], [], ['--base-url', other.url]]) {
      const { stdout, stderr } = await runHere(['run', ...args, 'hello'], { dshHome, env: { DSH_API_KEY: 'none' } })
      outputs.push(stdout, stderr)
    }
    expect(endpoint.requests.map(({ path }) => path)).toEqual(
      ['', ''].map(() => '/v1/chat/completions?token=canary-token&api-version=1'),
    )
    expect(endpoint.requests[0]?.headers).toMatchObject({ 'x-team': 'canary-team', 'x-api-key': 'canary-key' })
    expect(other.requests).toHaveLength(1)
    expect(JSON.stringify(other.requests[0])).not.toContain('canary')
    const sessions = join(dshHome, 'sessions')
    const logs = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), 'utf8'))
    expect(logs).toHaveLength(3)
    expect([...outputs, ...logs].join('')).not.toContain('canary')
  })

  it('model, endpoint.baseUrl, endpoint.apiKey; the key stays out of messages and logs [D6]', async () => {
    const { ran, first, dshHome } = await ask('model: m-1\nendpoint: { baseUrl: URL, apiKey: sk-canary }')
    expect(ran).toMatchObject({ code: 0, stdout: 'fine\n' })
    expect(ran.stderr).toContain('model m-1')
    expect(first?.body.model).toBe('m-1')
    expect(first?.headers['authorization']).toBe('Bearer sk-canary')
    expect(ran.stderr).not.toContain('sk-canary')
    const sessions = join(dshHome, 'sessions')
    const logs = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), 'utf8'))
    expect(logs.join('')).toContain('"m-1"')
    expect(logs.join('')).not.toContain('sk-canary')
  })

  it('endpoint.apiKeyEnv takes the key from that variable', async () => {
    const config = 'model: m\nendpoint: { baseUrl: URL, apiKeyEnv: TEA_KEY }'
    const { first } = await ask(config, { env: { TEA_KEY: 'sk-env' } })
    expect(first?.headers['authorization']).toBe('Bearer sk-env')
    const { ran, endpoint } = await ask(config)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/config\.yaml:2:\d+: the environment variable that endpoint\.apiKeyEnv names is not set/)
    expect(endpoint.requests).toEqual([])
  })

  it('endpoint.apiKeyFile takes the key from that file, which nobody else may read', async () => {
    const config = 'model: m\nendpoint: { baseUrl: URL, apiKeyFile: keys/tea }'
    const { first } = await ask(config, { files: { 'keys/tea': 'sk-file\n' } })
    expect(first?.headers['authorization']).toBe('Bearer sk-file')
  })

  it('endpoint.maxRetries', async () => {
    const script: EndpointScript = () => ({ status: 503, body: 'no', headers: { 'retry-after': '0' } })
    const never = await ask(`${KEYLESS}  maxRetries: 0\n`, { script })
    expect(never.ran.code).toBe(1)
    expect(never.endpoint.requests).toHaveLength(1)
    expect((await ask(`${KEYLESS}  maxRetries: 3\n`, { script })).endpoint.requests).toHaveLength(4)
  })

  it.each([
    ['firstByteTimeoutMs', 'head'],
    ['idleTimeoutMs', 'end'],
  ] as const)('endpoint.%s', async (setting, hangs) => {
    const script: EndpointScript = () => ({ text: 'half', hangs })
    const { ran } = await ask(`${KEYLESS}  maxRetries: 0\n  ${setting}: 20\n`, { script })
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain('turn failed:')
  })

  it('agent.maxStepsPerTurn', async () => {
    const script: EndpointScript = () => ({ toolCalls: [{ name: 'skill', arguments: { name: 'tea' } }] })
    const { ran, endpoint } = await ask(`${KEYLESS}agent: { maxStepsPerTurn: 3 }`, { script })
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('maxStepsPerTurn')
    expect(endpoint.requests).toHaveLength(3)
  })

  it('skills.tool.catalogDescriptionMaxLength, in the request and in dsh skills catalog', async () => {
    const setting = 'skills: { tool: { catalogDescriptionMaxLength: 10 } }'
    const { first } = await ask(KEYLESS + setting)
    expect(first?.bodyText).toContain('- `tea`: Brews t...')
    const { stdout } = await runHere(['skills', 'catalog'], { config: setting, cwd: temporaryTree(TEA) })
    expect(stdout).toContain('- `tea`: Brews t...')
  })

  it('skills.tool.catalogMaxTokens, in the request and in dsh skills catalog', async () => {
    const setting = 'skills: { tool: { catalogMaxTokens: 1 } }'
    const { first } = await ask(KEYLESS + setting)
    expect(first?.bodyText).toContain('- `tea`')
    expect(first?.bodyText).not.toContain('Brews tea.')
    const { stdout } = await runHere(['skills', 'catalog'], { config: setting, cwd: temporaryTree(TEA) })
    expect(stdout).toContain('- `tea`')
    expect(stdout).not.toContain('Brews tea.')
  })

  it('skills.local.customSkillDirs: absolute, below home, beside config.yaml; in the order given', async () => {
    const far = temporaryTree({ 'one.md': skillText('one') })
    const dshHome = temporaryTree({
      'config.yaml': `skills: { local: { customSkillDirs: [${far}, ~/team, more/skills] } }`,
      'more/skills/one.md': skillText('one', 'Another one.'),
      'more/skills/two.md': skillText('two'),
    })
    const home = temporaryTree({ 'team/three.md': skillText('three') })
    const { stdout, code } = await runHere(['skills', 'list', '--json'], { dshHome, home })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      winners: [
        { name: 'one', source: 'custom', rank: 300, path: join(far, 'one.md') },
        { name: 'three', source: 'custom', rank: 300, path: join(home, 'team/three.md') },
        { name: 'two', source: 'custom', rank: 300, path: join(dshHome, 'more/skills/two.md') },
      ],
      shadowed: [{ skill: { path: join(dshHome, 'more/skills/one.md') } }],
    })
  })

  it.each([['list'], ['check'], ['explain', 'loose']])('skills.local.tolerance, in dsh skills %s', async (...words) => {
    const loose = '---\nname: loose\ndescription: Drafts notes: features, fixes\n---\nx'
    const cwd = temporaryTree({ '.git': { dir: true }, '.dsh/skills/loose.md': loose })
    const at = async (tolerance: string): Promise<string> => {
      const config = `skills: { local: { tolerance: ${tolerance} } }`
      return (await runHere(['skills', ...words], { config, cwd })).stdout
    }
    const [strict, repair] = [await at('strict'), await at('repair')]
    expect(repair).toContain('word for word')
    expect(strict).not.toContain('word for word')
    expect(strict).toContain(join(cwd, '.dsh/skills/loose.md'))
    expect((await runHere(['skills', ...words], { cwd })).stdout).toContain('word for word')
  })

  it.each([['list'], ['check'], ['explain', 'away']])(
    'skills.local.projectLinks, in dsh skills %s [A1] [F30]',
    async (...words) => {
      const away = temporaryTree({ 'SKILL.md': skillText('away') })
      const cwd = temporaryTree({ '.git': { dir: true }, '.dsh/skills/away': { link: away } })
      const inside = await runHere(['skills', ...words], { config: 'skills: { local: { projectLinks: inside } }', cwd })
      expect(inside.stdout).toContain('A symbolic link that leaves the project')
      const follow = await runHere(['skills', ...words], { cwd })
      expect(follow.stdout).not.toContain('leaves the project')
    },
  )

  it('bash.defaultTimeoutMs and bash.maxTimeoutMs', async () => {
    const bash = (more: object) => ({ toolCalls: [{ name: 'bash', arguments: { command: 'sleep 60', ...more } }] })
    const script: EndpointScript = [bash({}), bash({ timeoutMs: 31 }), 'fine']
    const setting = 'bash: { defaultTimeoutMs: 30, maxTimeoutMs: 30 }'
    const { ran, endpoint } = await ask(KEYLESS + setting, { script, args: ['--allow-bash'] })
    expect(ran.code).toBe(0)
    const results = endpoint.requests[2]?.body.messages.filter(({ role }) => role === 'tool')
    expect(results?.[0]?.content).toMatch(/30 ms/)
    expect(results?.[1]?.content).toContain('timeoutMs')
  })

  it('bash.secretVariables, besides the variable of the key', async () => {
    const command = 'echo "[$TEA_ONE$TEA_TWO$TEA_KEY$TEA_OPEN]"'
    const endpoint = await startEndpoint([{ toolCalls: [{ name: 'bash', arguments: { command } }] }, 'fine'])
    const config = `model: m\nendpoint: { baseUrl: "${endpoint.url}", apiKeyEnv: TEA_KEY }\nbash: { secretVariables: [TEA_ONE, TEA_TWO] }`
    const DSH_HOME = temporaryTree({ 'config.yaml': config })
    const env = { DSH_HOME, TEA_ONE: 'one', TEA_TWO: 'two', TEA_KEY: 'key', TEA_OPEN: 'open' }
    expect((await dsh(['run', '--allow-bash', '--cwd', temporaryTree(TEA), 'go'], { env })).code).toBe(0)
    expect(endpoint.requests[1]?.body.messages.at(-1)?.content).toContain('[open]')
  })

  it.each([
    ['', true],
    ['skills: { tool: { announceChanges: false } }', false],
  ])('skills.tool.announceChanges: after %j what is new is told: %j', async (setting, isTold) => {
    const cwd = temporaryTree(TEA)
    const endpoint = await startEndpoint((_body, _request, index) => {
      if (index === 0) writeTree(cwd, { '.dsh/skills/coffee.md': skillText('coffee') })
      return 'fine'
    })
    const config = KEYLESS.replace('URL', endpoint.url) + setting
    expect((await runHere(['stdio'], { config, cwd, input: 'first\nsecond\n' })).code).toBe(0)
    expect(endpoint.requests[1]?.bodyText.includes('coffee')).toBe(isTold)
  })

  it('skills.registry.collectCacheMaxEntries', async () => {
    const countFor = async (config: string): Promise<number> => {
      const env = { DSH_HOME: temporaryTree({ 'config.yaml': config }) }
      const io = { env, home: '/nowhere', stderr: process.stderr }
      const { ctx, dispose } = await mountSkills(io)
      let lists = 0
      ctx.skills.registerProvider({
        name: 'counting',
        list: () => Promise.resolve((lists++, [])),
        get: () => Promise.resolve(undefined),
      })
      const [first, second] = [temporaryTree({}), temporaryTree({})]
      for (const cwd of [first, second, first, second]) await ctx.skills.list({ cwd })
      await dispose()
      return lists
    }
    expect(await countFor('skills: { registry: { collectCacheMaxEntries: 1 } }')).toBe(4)
    expect(await countFor('')).toBe(2)
  })
})

describe('what goes before what', () => {
  const config = 'model: file\nendpoint: { baseUrl: URL, apiKeyEnv: TEA_KEY }'

  it.each([
    ['the file', {}, [], 'file', 'sk-file'],
    ['the environment before it', { DSH_MODEL: 'env', DSH_API_KEY: 'sk-env' }, [], 'env', 'sk-env'],
    ['an option before both', { DSH_MODEL: 'env' }, ['--model', 'option'], 'option', 'sk-file'],
    ['nothing in an empty variable', { DSH_MODEL: '', DSH_API_KEY: '', DSH_BASE_URL: '' }, [], 'file', 'sk-file'],
  ])('%s', async (_title, env, args, model, key) => {
    const { first } = await ask(config, { env: { TEA_KEY: 'sk-file', DEEPSEEK_API_KEY: 'sk-deep', ...env }, args })
    expect(first?.body.model).toBe(model)
    expect(first?.headers['authorization']).toBe(`Bearer ${key}`)
  })

  it.each([['option'], ['environment']])('the key of the file does not go to an endpoint of the %s', async (where) => {
    const other = await startEndpoint(() => 'never')
    const env = { TEA_KEY: 'sk-canary', DEEPSEEK_API_KEY: 'sk-deep' }
    const { ran, endpoint } = await ask(
      config,
      where === 'option' ? { env, args: ['--base-url', other.url] } : { env: { ...env, DSH_BASE_URL: other.url } },
    )
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(`no key for the endpoint ${other.url}`)
    expect([...endpoint.requests, ...other.requests]).toEqual([])
  })

  it('--offline goes before everything, and looks up no key', async () => {
    const { ran, endpoint } = await ask(config, { args: ['--offline'] })
    expect(ran.code).toBe(0)
    expect(endpoint.requests).toEqual([])
  })
})
