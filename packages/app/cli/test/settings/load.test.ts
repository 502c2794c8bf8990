import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { itNeeding, skillText, startEndpoint, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadSettings } from '../../src/settings/load.ts'
import { UsageError } from '../../src/usage-error.ts'
import { dsh } from '../dsh.ts'
import { runHere } from '../run-here.ts'

/** All that is wrong with `config`: the lines of the error, without the folder. */
function faultsOf(config: string, mode = 0o600): readonly string[] {
  const dshHome = temporaryTree({ 'config.yaml': config })
  chmodSync(join(dshHome, 'config.yaml'), mode)
  try {
    loadSettings({ env: { DSH_HOME: dshHome }, home: '/home/ann' })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return `${error.message}\n${error.hint}`.replaceAll(`${dshHome}/`, '').split('\n')
  }
  return []
}

/** Name of the error of a load, or `undefined`. */
function outcomeOf(dshHome: string): string {
  try {
    loadSettings({ env: { DSH_HOME: dshHome }, home: '/home/ann' })
    return 'undefined'
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

describe('config.yaml', () => {
  it('may be missing, empty or commented out', () => {
    const defaults = loadSettings({ env: { DSH_HOME: temporaryFolder() }, home: '/home/ann' })
    expect(defaults).toMatchObject({
      model: { model: undefined, baseUrl: undefined, apiKey: undefined },
      skills: {
        local: { agentsHome: '/home/ann/.agents', customSkillDirs: [], tolerance: 'repair', projectLinks: 'follow' },
        tool: { announceChanges: true },
        registry: {},
      },
      agent: { access: { home: '/home/ann', privatePaths: [] } },
      bash: { secretVariables: [] },
    })
    expect(faultsOf('')).toEqual([])
    expect(faultsOf('# model: x\nendpoint:\n#  baseUrl: y\nskills:\n  local:\n  tool: ~\n')).toEqual([])
    expect(loadSettings({ env: {}, home: temporaryFolder() }).skills.local.tolerance).toBe('repair')
  })

  it.each([
    ['modell: x', ['config.yaml:1:1: unknown setting modell', 'did you mean model?']],
    [
      'agent:\n  max_steps_per_turn: 3',
      ['config.yaml:2:3: unknown setting agent.max_steps_per_turn', 'did you mean agent.maxStepsPerTurn?'],
    ],
    ['tolerance: strict', ['config.yaml:1:1: unknown setting tolerance', 'did you mean skills.local.tolerance?']],
    [
      'skills: { tool: { zzz: 1 } }',
      [
        'config.yaml:1:19: unknown setting skills.tool.zzz',
        'the settings of skills.tool are catalogDescriptionMaxLength, catalogMaxTokens, announceChanges',
      ],
    ],
    [
      '"\\e[2J": 1',
      ['config.yaml:1:1: unknown setting \\u{1b}[2J', 'the settings are model, endpoint, agent, bash, skills'],
    ],
    ['model:', ['config.yaml:1:7: model takes the name of a model, not nothing', 'for example model: deepseek-flash']],
    [
      'model: [a]',
      ['config.yaml:1:8: model takes the name of a model, not a list', 'for example model: deepseek-flash'],
    ],
    [
      'agent: 5',
      ['config.yaml:1:8: agent takes settings, not 5', 'write its settings below it, indented: maxStepsPerTurn'],
    ],
    [
      '- a',
      [
        'config.yaml:1:1: the file takes settings, not a list',
        'write `key: value` with these keys: model, endpoint, agent, bash, skills',
      ],
    ],
    [
      'endpoint:\n  maxRetries: 11',
      ['config.yaml:2:15: endpoint.maxRetries takes a whole number from 0 to 10, not 11', 'for example maxRetries: 2'],
    ],
    [
      'endpoint: { baseUrl: "ftp://h" }',
      ['config.yaml:1:22: endpoint.baseUrl: not an http address', 'for example baseUrl: https://api.example.com/v1'],
    ],
    [
      'skills: { local: { customSkillDirs: [a, ~ann/b] } }',
      [
        'config.yaml:1:41: skills.local.customSkillDirs[1] takes the path of a folder: absolute, below ~/, or relative to the folder of this file, not "~ann/b"',
        'for example customSkillDirs: [~/team/skills]',
      ],
    ],
    [
      'skills: { local: { tolerance: lenien } }',
      [
        'config.yaml:1:31: skills.local.tolerance takes strict or repair, not "lenien"',
        'for example tolerance: repair',
      ],
    ],
    [
      'endpoint:\n  headers:\n    x-team: "a\\nb"',
      [
        'config.yaml:3:13: endpoint.headers: a header value holds a line break or a character beyond ASCII',
        'for example headers: { x-team: tea }',
      ],
    ],
    [
      'endpoint: { headers: { "x team": tea } }',
      ['config.yaml:1:34: endpoint.headers: not the name of a header', 'for example headers: { x-team: tea }'],
    ],
    [
      'endpoint: { headers: { x-team: 1 } }',
      [
        'config.yaml:1:32: endpoint.headers takes a map of header names and texts, not 1',
        'for example headers: { x-team: tea }',
      ],
    ],
    [
      'endpoint: { apiKeyFile: k, apiKeyEnv: K }',
      [
        'config.yaml:1:13: endpoint.apiKeyFile stands beside endpoint.apiKeyEnv',
        'keep one of them: the key comes from one place',
      ],
    ],
    [
      'endpoint: { baseUrl: "http://h", apiKeyEnv: DEEPSEEK_API_KEY }',
      [
        'config.yaml:1:34: endpoint.apiKeyEnv names DEEPSEEK_API_KEY, which is sent to DeepSeek alone',
        'name the variable of this endpoint',
      ],
    ],
    [
      'bash: { defaultTimeoutMs: 700000 }',
      [
        'config.yaml:1:27: bash.defaultTimeoutMs: defaultTimeoutMs must not be longer than maxTimeoutMs',
        'for example defaultTimeoutMs: 120000',
      ],
    ],
    [
      'bash: { secretVariables: [A, "B C"] }',
      [
        'config.yaml:1:30: bash.secretVariables[1] takes the name of an environment variable, not "B C"',
        'for example secretVariables: [NPM_TOKEN]',
      ],
    ],
    [
      'model: a: b',
      [
        'config.yaml:1:8: an unquoted value holds a colon followed by a blank, or the line below it is indented',
        'quote the value, or let both lines start at the same column',
      ],
    ],
    [
      'model: 1\nagent: { maxStepsPerTurn: 0 }\nskils: 1',
      [
        '3 settings cannot be used:',
        '  config.yaml:1:8: model takes the name of a model, not 1 (for example model: deepseek-flash)',
        '  config.yaml:2:27: agent.maxStepsPerTurn takes a whole number, at least 1, not 0 (for example maxStepsPerTurn: 100)',
        '  config.yaml:3:1: unknown setting skils (did you mean skills?)',
        'correct them in the file',
      ],
    ],
  ] satisfies [string, string[]][])('%j: each fault has a place and what to do', (config, faults) => {
    expect(faultsOf(config)).toEqual(faults)
  })

  it('takes DEEPSEEK_API_KEY by name for DeepSeek itself', () => {
    expect(faultsOf('endpoint: { apiKeyEnv: DEEPSEEK_API_KEY }')).toEqual([])
    expect(faultsOf('endpoint: { baseUrl: "https://api.deepseek.com/beta", apiKeyEnv: DEEPSEEK_API_KEY }')).toEqual([])
    expect(faultsOf('endpoint: { baseUrl: "http://api.deepseek.com", apiKeyEnv: DEEPSEEK_API_KEY }')).toHaveLength(2)
    expect(
      faultsOf('endpoint: { baseUrl: "https://api.deepseek.com.evil.example", apiKeyEnv: DEEPSEEK_API_KEY }'),
    ).toHaveLength(2)
  })

  it.each([
    [0o600, true],
    [0o400, true],
    [0o640, false],
    [0o604, false],
    [0o644, false],
  ])('with a key in it must not be open to others: mode %o', (mode, isAccepted) => {
    const faults = faultsOf('endpoint:\n  apiKey: sk-canary', mode)
    expect(faults).toEqual(
      isAccepted
        ? []
        : [
            `config.yaml:2:3: endpoint.apiKey is a key that others can read: the mode of the file is 0${mode.toString(8)}`,
            'chmod 600 the file, or name a variable with apiKeyEnv',
          ],
    )
    expect(faultsOf('endpoint:\n  apiKey: none', mode)).toEqual([])
  })

  it('keeps what stands in endpoint out of every message [D6]', () => {
    const canary = 'sk-CANARY'
    const texts = [
      `endpoint: ${canary}`,
      `endpoint: [${canary}]`,
      `endpoint: { apiKey:${canary} }`,
      `endpoint:\n  apiKey:${canary}`,
      `endpoint:\n  apiKey: ${canary} two`,
      `endpoint:\n  apiKey: "${canary}`,
      `endpoint:\n  apiKey: ${canary}\n apiKey: ${canary}`,
      `endpoint:\n  apiKeyEnv: ${canary}`,
      `endpoint:\n  apiKeyFile: "${canary}\\0"`,
      `endpoint:\n  maxRetries: ${canary}`,
      `endpoint:\n  baseUrl: http://${canary}@h`,
      `endpoint:\n  baseUrl: ${canary}`,
      `endpoint:\n  apiKey: *${canary}`,
      `endpoint:\n  apiKey: { ${canary} }`,
      `endpoint:\n  apiKey: ${canary}\n  apiKeyEnv: K`,
    ]
    for (const text of texts) {
      const faults = faultsOf(text, 0o644).join('\n')
      expect({ text, faults }).not.toEqual({ text, faults: '' })
      expect(faults).not.toContain('CANARY')
    }
  })

  it('never throws anything else, whatever the file holds', () => {
    const dshHome = temporaryFolder()
    const key = fc.constantFrom('model', 'endpoint', 'skills', 'local', 'baseUrl', 'apiKey', '__proto__', 'x')
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value))), (settings) => {
        writeFileSync(join(dshHome, 'config.yaml'), JSON.stringify(settings))
        expect(['undefined', 'UsageError']).toContain(outcomeOf(dshHome))
      }),
    )
  })
})

describe('a config.yaml that cannot be read', () => {
  it.each([
    ['is a folder', (path: string) => mkdirSync(path), 'it is a folder'],
    ['is a fifo', (path: string) => execFileSync('mkfifo', [path]), 'it is no regular file'],
    ['is a device', (path: string) => symlinkSync('/dev/zero', path), 'it is no regular file'],
    ['is a link to nowhere', (path: string) => symlinkSync('nowhere', path), 'it is a link that leads nowhere'],
    ['is a link to itself', (path: string) => symlinkSync(path, path), 'it cannot be read: ELOOP'],
    ['is too large', (path: string) => writeFileSync(path, '#'.repeat(65_537)), 'it is larger than 65536 bytes'],
    [
      'is not UTF-8',
      (path: string) => writeFileSync(path, Buffer.from('model: caf\xe9', 'latin1')),
      'it is not UTF-8 (byte 10)',
    ],
  ])('%s: every command ends with 2, and nothing is made', async (_title, make, message) => {
    const dshHome = temporaryFolder()
    make(join(dshHome, 'config.yaml'))
    for (const args of [
      ['skills', 'list'],
      ['run', '--offline', 'x'],
      ['stdio', '--offline'],
      ['skills', 'new', 'x'],
    ]) {
      const { code, stdout, stderr } = await runHere(args, { dshHome, input: 'hello\n' })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`dsh: ${join(dshHome, 'config.yaml')}: ${message}`)
      expect(stderr.trimEnd().split('\n')).toHaveLength(2)
    }
  })

  it('of the largest size is read', async () => {
    const config = `model: m #${'x'.repeat(65_536 - 10)}`
    expect(faultsOf(config)).toEqual([])
    expect(faultsOf(`${config}x`)).toEqual(['config.yaml: it is larger than 65536 bytes', 'shorten it'])
  })

  itNeeding(['second user'], 'is not readable for this user: the command ends with 2', async () => {
    const dshHome = temporaryTree({ 'config.yaml': 'model: m' })
    chmodSync(join(dshHome, 'config.yaml'), 0o600)
    const env = { DSH_HOME: dshHome, HOME: temporaryFolder() }
    const { code, stderr } = await dsh(['skills', 'list', '--cwd', '/'], { uid: 65534, env })
    expect(code).toBe(2)
    expect(stderr).toContain('config.yaml: it cannot be read: EACCES')
  })

  it.each([['relative'], ['./x'], ['~ann']])('DSH_HOME=%s is refused', async (dshHome) => {
    const { code, stderr } = await runHere(['skills', 'list'], { dshHome })
    expect(code).toBe(2)
    expect(stderr).toContain('DSH_HOME must be an absolute path')
  })
})

describe('the key file', () => {
  it.each([
    ['is missing', undefined, 0, 'there is no such file'],
    ['can be read by others', 'sk-canary', 0o644, 'others can read it (its mode is 0644)'],
    ['is empty', '\n', 0o600, 'it does not hold one key'],
    ['holds more than a key', 'sk-canary 1\nsk-canary 2', 0o600, 'it does not hold one key'],
    ['is large', 'sk-canary'.repeat(1000), 0o600, 'it is larger than 4096 bytes'],
  ])('%s: the command ends with 2 and shows nothing of it [D6]', async (_title, text, mode, message) => {
    const config = 'model: m\nendpoint:\n  baseUrl: http://127.0.0.1:9/v1\n  apiKeyFile: key'
    const dshHome = temporaryTree({ 'config.yaml': config, ...(text !== undefined && { key: text }) })
    if (text !== undefined) chmodSync(join(dshHome, 'key'), mode)
    const { code, stderr } = await runHere(['run', 'x'], { dshHome })
    expect(code).toBe(2)
    expect(stderr).toContain(`config.yaml:4:15: the key file ${join(dshHome, 'key')}: ${message}`)
    expect(stderr).not.toContain('sk-canary')
    expect((await runHere(['skills', 'list'], { dshHome })).code).toBe(0)
  })
})

it('files of the project never change settings', async () => {
  const hostile = await startEndpoint(() => 'never')
  const good = await startEndpoint(() => 'fine')
  const config = `model: evil\nendpoint: { baseUrl: "${hostile.url}", apiKey: none }\nskills: { local: { tolerance: strict } }\n`
  const environment = `DSH_BASE_URL=${hostile.url}\nDSH_HOME=.dsh\n`
  const names = [
    'config.yaml',
    '.dsh/config.yaml',
    '.agents/config.yaml',
    '.dsh/skills/config.yaml',
    'dsh.yaml',
    '.dshrc',
  ]
  const cwd = temporaryTree({
    '.git': { dir: true },
    '.dsh/skills/tea.md': skillText('tea'),
    ...Object.fromEntries(names.map((name) => [name, config])),
    '.env': environment,
    '.npmrc': environment,
  })
  const home = temporaryTree({ '.dsh/config.yaml': `model: mine\nendpoint: { baseUrl: "${good.url}", apiKeyEnv: K }` })
  const { code, stdout } = await dsh(['run', 'hello'], { cwd, env: { HOME: home, K: 'sk-mine' } })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'fine\n' })
  expect(hostile.requests).toEqual([])
  expect(good.requests.map(({ body }) => body.model)).toEqual(['mine'])
})
