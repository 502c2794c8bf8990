import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EndpointScript,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
  writeTree,
} from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'
import { runInProcess } from './in-process.ts'
import { runHere } from './run-here.ts'

const HIDDEN = '---\nname: secret\ndescription: Hush.\ndisable-model-invocation: true\n---\n\nSay nothing.\n'

const project = (more = {}): string =>
  temporaryTree({
    '.git': { dir: true },
    '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Boil $1 cups.'),
    '.dsh/skills/secret.md': HIDDEN,
    ...more,
  })

async function ask(args: readonly string[], script: EndpointScript = () => 'fine', input = '') {
  const endpoint = await startEndpoint(script)
  const home = temporaryFolder()
  const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, DSH_HOME: home }
  const result = await dsh(args, { env, input })
  const sent = endpoint.requests.map(({ body }) => {
    const last = body.messages.findLast(({ role }) => role === 'user')?.content ?? ''
    return last.replace(/^<system-reminder>[^]*?<\/system-reminder>\n\n/, '')
  })
  return { result, endpoint, sent, home }
}

describe('dsh run with a prompt that starts with /skill:', () => {
  it('sends the loaded skill, then the words as typed; the log keeps the line [F68]', async () => {
    const words = 'now, for $HOME & "two"\n  please'
    const { result, sent, home } = await ask(['run', '--cwd', project(), `/skill:tea ${words}`])
    expect(result).toMatchObject({ code: 0, stdout: 'fine\n' })
    expect(sent[0]).toMatch(
      /^<skill_content name="tea">\n[^]*\nBoil \$1 cups\.\n<\/skill_instructions>\n<\/skill_content>\n\n/,
    )
    expect(sent[0]?.endsWith(`\n\n${words}`)).toBe(true)
    expect(result.stderr).toContain('user (/skill:tea), sent as:')
    const id = /session (\S+)/.exec(result.stderr)?.[1] ?? ''
    const log = readFileSync(join(home, 'sessions', `${id}.jsonl`), 'utf8')
    expect(log).toContain(JSON.stringify({ typed: `/skill:tea ${words}` }).slice(1))
  })

  it.each([
    ['/skill:tee', 'There is no skill "tee". Did you mean /skill:tea?'],
    ['/skill:Tea now', 'must follow /skill: at once. Did you mean /skill:tea?'],
    ['/skill: tea', 'must follow /skill: at once. Did you mean /skill:tea?'],
    ['/skill:tea, please', 'must follow /skill: at once. Did you mean /skill:tea?'],
    ['/skill:', 'There are: /skill:secret, /skill:tea.'],
    ['  /skill:deploy', 'There is no skill "deploy". There are: /skill:secret, /skill:tea.'],
  ])('%j: says what to do, exits with 1, and nothing reaches the model [F70]', async (prompt, message) => {
    const endpoint = await startEndpoint(() => 'never')
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
    const ran = await runHere(['run', '--cwd', project(), prompt], { env })
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: '' })
    expect(ran.stderr).toContain(message)
    expect(endpoint.requests).toEqual([])
  })

  it.each([
    [['run', '/skill:te'], ''],
    [['run', ''], ''],
    [['run', ' \n'], ''],
    [['run', '--offline', '--model', 'm', '--base-url', 'ftp://x', '/skill:te'], ''],
    [['stdio'], '/skill:te\n\n/skill:nope\n'],
    [['stdio'], ''],
    [['stdio', '--json'], 'oops\n{"type":"prompt","text":"/skill:te"}\n'],
  ])('%j with the input %j keeps no session, and does not tell how to go on with one [G48]', async (args, input) => {
    const home = temporaryFolder()
    const { stderr, stdout } = await runInProcess([...args, '--cwd', project()], { cwd: '/', home, input })
    expect(stderr).not.toContain('go on with')
    expect(stdout).not.toContain('go on with')
    const sessions = join(home, '.dsh/sessions')
    expect(existsSync(sessions) ? readdirSync(sessions) : []).toEqual([])
  })

  it('a refused line among others costs nothing but itself [G48]', async () => {
    const home = temporaryFolder()
    const input = '/skill:te\nHello\n/skill:te\n'
    const { stderr } = await runInProcess(['stdio', '--cwd', project()], { cwd: '/', home, input })
    const [name = ''] = readdirSync(join(home, '.dsh/sessions'))
    expect(stderr).toContain(`go on with: dsh stdio --resume ${name.replace('.jsonl', '')}\n`)
  })

  it('does the same as a process of its own', async () => {
    const { result, endpoint } = await ask(['run', '--cwd', project(), '/skill:tee now'])
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' })
    expect(result.stderr).toContain('turn failed: There is no skill "tee". Did you mean /skill:tea?\n')
    expect(endpoint.requests).toEqual([])
  })

  it('says why a skill of that name does not load', async () => {
    const root = project({ '.dsh/skills/broken/SKILL.md': '---\nname: broken\n---\nNo description.' })
    const { result } = await ask(['run', '--cwd', root, '/skill:broken'])
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(/turn failed: The skill "broken" does not load: \S+broken\/SKILL\.md:/)
  })

  it('starts a skill that is hidden from the model [F72]', async () => {
    const { result, sent } = await ask(['run', '--cwd', project(), '/skill:secret'])
    expect(result.code).toBe(0)
    expect(sent[0]).toContain('\nSay nothing.\n')
    expect(sent[0]).toMatch(/asks you to run this skill now\.$/)
  })

  it('opens the folder of the skill to the read tool', async () => {
    const root = project()
    const user = temporaryTree({
      'skills/pack/SKILL.md': skillText('pack', 'Packs.', 'See references/how.md.'),
      'skills/pack/references/how.md': 'Fold it twice.',
      'skills/other.md': skillText('other'),
    })
    const read = (path: string) => ({ toolCalls: [{ name: 'read', arguments: { path: join(user, path) } }] })
    const endpoint = await startEndpoint([read('skills/pack/references/how.md'), read('skills/other.md'), 'done'])
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, DSH_HOME: user }
    expect(await dsh(['run', '--cwd', root, '/skill:pack'], { env })).toMatchObject({ code: 0 })
    const results = endpoint.requests[2]?.body.messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content)
    expect(results).toEqual([expect.stringMatching(/\nFold it twice\.\n/), expect.stringContaining('was not allowed')])
  })

  it('works without a model, and tells as JSON', async () => {
    const root = project()
    const offline = await dsh(['run', '--offline', '--cwd', root, '/skill:tea now'])
    expect(offline.code).toBe(0)
    expect(offline.stdout).toContain('Boil $1 cups.')
    const json = await dsh(['run', '--offline', '--json', '--cwd', root, '/skill:tee'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'result',
      status: 'failed',
      error: 'There is no skill "tee". Did you mean /skill:tea?',
    })
  })
})

describe('dsh stdio', () => {
  it('starts skills by lines, goes on after an unknown one, and exits with 1 then [F71]', async () => {
    const lines = '/skill:tea now\n/skill:tee\ntell me of /skill:tea\n'
    const { result, sent } = await ask(
      ['stdio', '--cwd', project()],
      (_body, _request, index) => `answer ${index}`,
      lines,
    )
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: 'answer 0\nanswer 1\n' })
    expect(sent).toEqual([expect.stringMatching(/^<skill_content name="tea">/), 'tell me of /skill:tea'])
    expect(result.stderr).toContain('line 2: There is no skill "tee". Did you mean /skill:tea?\n')
    const whole = await ask(['stdio', '--cwd', project()], () => 'fine', '/skill:tea now\n')
    expect(whole.result).toMatchObject({ code: 0, stdout: 'fine\n' })
  })

  it('tells the model between two turns what has changed on disk, and the user what is broken [F51] [F19]', async () => {
    const root = project()
    const script: EndpointScript = (_body, _request, index) => {
      const cake = { '.dsh/skills/cake.md': skillText('cake', 'Bakes cake.') }
      if (index === 0) writeTree(root, { ...cake, '.dsh/skills/foo/SKILL.md': 'No header.' })
      return 'fine'
    }
    const { result, endpoint } = await ask(['stdio', '--cwd', root], script, 'one\ntwo\nthree\n')
    expect(result.code).toBe(0)
    const users = endpoint.requests.map(({ body }) => body.messages.filter(({ role }) => role === 'user'))
    expect(users.map((messages) => messages.length)).toEqual([1, 2, 3])
    expect(users[1]?.[1]?.content).toContain('<added_skills>\n- `cake`: Bakes cake.\n</added_skills>')
    expect(users[2]?.slice(0, 2)).toEqual(users[1])
    expect(result.stderr.match(/^error: .*foo\/SKILL\.md:1.*$/gm)).toHaveLength(1)
  })
})
