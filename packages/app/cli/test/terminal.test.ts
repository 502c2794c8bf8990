import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type EndpointReply,
  repositoryRoot,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { isRunning, processIdsIn, untilGone } from '../../../agent/tool-bash/test/processes.ts'
import { dsh } from './dsh.ts'
import { PseudoTerminal, type TerminalOptions } from './pty.ts'

const TREE = {
  '.git': { dir: true },
  '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea. Use it for thirst.', 'Boil water.'),
} as const

/** Alternate screen, bracketed paste, cursor, line wrap, mouse: as they are when nobody has the terminal. */
const RESTORED = { 1049: 'l', 2004: 'l', 25: 'h', 7: 'h', 1000: 'l', 1002: 'l', 1003: 'l', 1006: 'l' } as const

/** Says how `dsh` ended, and whether the settings of the terminal are as before. */
const SHELL =
  'before=$(stty -g); eval "$DSH"; code=$?; [ "$before" = "$(stty -g)" ] && echo "settings as before, code $code"'

function start(options: Partial<TerminalOptions> = {}): PseudoTerminal {
  const env = { HOME: temporaryFolder(), ...options.env }
  return new PseudoTerminal({ args: ['--offline'], cwd: temporaryTree(TREE), shell: SHELL, ...options, env })
}

/** An app whose model is an endpoint of ours. */
async function startOnline(
  replies: readonly (string | EndpointReply)[],
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const endpoint = await startEndpoint(replies)
  const args = ['--model', 'm', '--base-url', endpoint.url, ...options]
  return { endpoint, terminal: start({ args, env: { DSH_API_KEY: 'none', ...env } }) }
}

function modesOf(raw: string): Record<string, string | undefined> {
  const last = (mode: string): string | undefined =>
    raw
      .match(new RegExp(`\\[\\?${mode}[hl]`, 'g'))
      ?.at(-1)
      ?.at(-1)
  return Object.fromEntries(Object.keys(RESTORED).map((mode) => [mode, last(mode)]))
}

it('completes /skill:, loads it, goes on after a resize, and leaves the terminal as it was [H3]', async () => {
  const terminal = start()
  await terminal.until('1 skill comes from it')
  terminal.type('/skill:t')
  await terminal.until(/→ \/skill:tea +\(project\) Brews tea\./)
  terminal.type('\t')
  await terminal.until(/^\/skill:tea\s*$/m)
  terminal.resize(50, 16)
  await terminal.until(/^─{50}$/m)
  terminal.type('green\r')
  await terminal.until('without --offline.')
  expect(await terminal.until('offline · ')).toMatch(/^─{50}$/m)
  terminal.type('\u0003\u0003')
  await terminal.until('settings as before, code 0')
  expect(terminal.raw).toMatch(/go on with: dsh --resume \d{8}T\d{9}Z-[0-9a-f]{10}/)
  expect(terminal.raw).toMatch(/✓\S* Load skill tea/)
  expect(modesOf(terminal.raw)).toEqual(RESTORED)
  expect((await terminal.ended).exitCode).toBe(0)
})

it('streams from an endpoint, cancels with Esc, steers, and goes on with the session later', async () => {
  const { terminal, endpoint } = await startOnline([{ text: 'Half an answer', hangs: 'end' }, 'Second answer.'])
  await terminal.until('m · ')
  terminal.type('Go\r')
  await terminal.until('Half an answer')
  terminal.type('And this\r')
  await terminal.until('waiting: And this')
  terminal.type('\u001B')
  await terminal.until('Second answer.')
  expect(terminal.screen).toContain('· cancelled')
  terminal.type('/exit\r')
  await terminal.until('settings as before, code 0')
  const [, id = ''] = /dsh --resume (\S+)/.exec(terminal.raw) ?? []
  const asked = endpoint.requests.map(({ body }) => body.messages.at(-1)?.content?.split('\n').at(-1))
  expect(asked).toEqual(['Go', 'And this'])

  const again = start({ ...terminal.options, args: ['--offline', '--resume', id] })
  const screen = await again.until('Second answer.')
  for (const part of ['› Go', 'Half an answer', '› And this']) expect(screen).toContain(part)
  again.type('\u0004')
  await again.until('settings as before, code 0')
})

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'gives the terminal back on %s in the middle of a turn, and closes the log [H3]',
  async (signal) => {
    const home = temporaryFolder()
    const { terminal } = await startOnline([{ text: 'Half', hangs: 'end' }], { HOME: home })
    await terminal.until('m · ')
    terminal.type('Go\r')
    await terminal.until('Half')
    await terminal.signalNode(signal)
    await terminal.until('settings as before, code 130')
    expect(modesOf(terminal.raw)).toEqual(RESTORED)
    const sessions = readdirSync(join(home, '.dsh/sessions'))
    const [, id = ''] = /dsh --resume (\S+)/.exec(terminal.raw) ?? []
    expect(sessions).toContain(`${id}.jsonl`)
    const resumed = await dsh(['run', '--offline', '--resume', id, 'Go'], {
      env: { HOME: home },
      cwd: terminal.options.cwd,
    })
    expect(resumed.stderr).not.toContain('cut')
    expect(resumed.code).toBe(0)
  },
)

it.each(['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const)(
  'gives the terminal back on %s, then ends as by that signal [H3]',
  async (signal) => {
    const terminal = start()
    await terminal.until('offline · ')
    await terminal.signalNode(signal)
    await terminal.until(`settings as before, code ${128 + constants.signals[signal]}`)
    expect(modesOf(terminal.raw)).toEqual(RESTORED)
  },
)

it.each(['SIGQUIT', 'SIGABRT'] as const)('leaves no command running that it began when %s ends it', async (signal) => {
  const bash = { name: 'bash', arguments: { command: 'sleep 1000 & printf "%s\\n" $$ $! > pids; wait' } }
  const { terminal } = await startOnline([{ toolCalls: [bash] }], {}, ['--allow-bash'])
  await terminal.until('m · ')
  terminal.type('Go\r')
  const pids = await processIdsIn(join(terminal.options.cwd, 'pids'), 2)
  expect(pids.map(isRunning)).toEqual([true, true])
  await terminal.signalNode(signal)
  await terminal.until(`settings as before, code ${128 + constants.signals[signal]}`)
  await untilGone(pids)
  expect(modesOf(terminal.raw)).toEqual(RESTORED)
})

/** A file service that never tells where the folder of the skill `slow` really is, which its loading asks for. */
const fileService = pathToFileURL(join(repositoryRoot, 'packages/agent/fs/src/local-file-service.ts')).href
const SLOW = `import { LocalFileService } from '${fileService}'
  const { realPath } = LocalFileService.prototype
  LocalFileService.prototype.realPath = function (path, ...rest) {
    return path.endsWith('/slow') ? new Promise(() => {}) : realPath.call(this, path, ...rest)
  }`

async function startLoading(): Promise<PseudoTerminal> {
  const cwd = temporaryTree({ ...TREE, '.dsh/skills/slow/SKILL.md': skillText('slow') })
  const terminal = start({
    cwd,
    // The sources: a bundle has a file service of its own.
    command: join(repositoryRoot, 'packages/app/cli/bin/dsh.js'),
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SLOW)}` },
  })
  await terminal.until('2 skills come from it')
  terminal.type('/skill:slow now\r')
  await terminal.until('loading · Esc cancels')
  return terminal
}

it('gives up the loading of a skill with the first Ctrl-C, and leaves with the second [H3]', async () => {
  const terminal = await startLoading()
  terminal.type('\u0003')
  await terminal.until('· cancelled')
  terminal.type('/skill:tea\r')
  await terminal.until('✓ Load skill tea')
  terminal.type('/skill:slow\r')
  await terminal.until('loading · Esc cancels')
  terminal.type('\u0003\u0003')
  await terminal.until('settings as before, code 0')
  expect(modesOf(terminal.raw)).toEqual(RESTORED)
})

it.each(['SIGTERM', 'SIGHUP'] as const)('gives the terminal back on %s while a skill loads [H3]', async (signal) => {
  const terminal = await startLoading()
  await terminal.signalNode(signal)
  await terminal.until('settings as before, code 130')
  expect(modesOf(terminal.raw)).toEqual(RESTORED)
})

it('gives the terminal back when a fault ends the process, and shows the fault so that it cannot steer it [H3] [H4]', async () => {
  const fault = `const { write } = process.stdout
    process.stdout.write = function (data, ...rest) {
      if (String(data).includes('now')) setTimeout(() => { throw new Error('boom \\x1b]52;c;eA==\\x07') })
      return write.call(this, data, ...rest)
    }`
  const terminal = start({ env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` } })
  await terminal.until('offline · ')
  terminal.type('now')
  await terminal.until('settings as before, code 1')
  expect(terminal.screen).toContain('boom \\u{1b}]52;c;eA==\\u{7}')
  expect(terminal.raw).not.toContain('\u001B]52')
  expect(modesOf(terminal.raw)).toEqual(RESTORED)
})

it('ends when the terminal is gone', async () => {
  const terminal = start({ shell: undefined })
  await terminal.until('offline · ')
  terminal.hangUp()
  await terminal.ended
})

/** With the first one the system tells Node itself, with the second one Node finds that it can read and write no more. */
const LEADERS = [
  ['nobody', undefined],
  ['a shell', `trap '' HUP; eval "$DSH"`],
] as const

const BUSY: readonly (readonly [string, EndpointReply, string])[] = [
  ['a model streams', { text: 'Half', hangs: 'end' }, 'Half'],
  ['a question is open', { toolCalls: [{ name: 'bash', arguments: { command: 'true' } }] }, '→ Deny'],
]

it.each(LEADERS)(
  'ends when the window is closed before anything was said, started by %s [H3]',
  async (_leader, shell) => {
    const terminal = start({ shell })
    await terminal.until('offline · ')
    await terminal.closeWindow()
  },
)

it.each(BUSY.flatMap((state) => LEADERS.map(([leader, shell]) => [state[0], leader, state, shell] as const)))(
  'ends when the window is closed while %s, started by %s, and closes the log [H3]',
  async (_name, _leader, [, reply, sign], shell) => {
    const home = temporaryFolder()
    const { url } = await startEndpoint([reply])
    const args = ['--model', 'm', '--base-url', url]
    const terminal = start({ args, shell, env: { HOME: home, DSH_API_KEY: 'none' } })
    await terminal.until('m · ')
    terminal.type('Go\r')
    await terminal.until(sign)
    await terminal.closeWindow()
    const [log = '', ...more] = readdirSync(join(home, '.dsh/sessions'))
    expect(more).toEqual([])
    const events = readFileSync(join(home, '.dsh/sessions', log), 'utf8')
      .trimEnd()
      .split('\n')
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ type: 'turn/end', status: 'cancelled' })
  },
)

it('changes to a model of the endpoint, also when it started offline', async () => {
  const endpoint = await startEndpoint(['From the endpoint.'])
  const env = { DSH_API_KEY: 'none', DSH_BASE_URL: endpoint.url }
  const terminal = start({ env })
  await terminal.until('offline · ')
  terminal.type('/model large\r')
  await terminal.until('· model large')
  terminal.type('Go\r')
  await terminal.until('From the endpoint.')
  expect(endpoint.requests[0]?.body.model).toBe('large')
  terminal.type('/model offline\r')
  await terminal.until(/^offline · /m)
})

it('says what is missing for a model that cannot be called, and for wrong options before it takes the terminal', async () => {
  const terminal = start()
  await terminal.until('offline · ')
  terminal.type('/model large\r')
  await terminal.until('no key for the model large')
  const wrong = start({ args: ['--cwd', '/nowhere/at/all'] })
  await wrong.until('settings as before, code 2')
  expect(wrong.screen).toContain('dsh: no such folder: /nowhere/at/all')
  expect(wrong.raw).not.toContain('1049')
})

it('says for a session that cannot be kept how to keep it elsewhere', async () => {
  const dshHome = temporaryTree({ sessions: 'a file' })
  const terminal = start({ env: { DSH_HOME: dshHome } })
  await terminal.until('offline · ')
  terminal.type('Tea for my thirst\r')
  const screen = await terminal.until('that this user may write')
  const said = screen.replaceAll(/\s+/g, ' ')
  expect(said).toContain('is no folder, and a folder belongs there.')
  expect(said).toContain('DSH_HOME names the folder that holds sessions: set it to one that this user may write.')
})

it('is the app for pipes without a terminal, and in one that can do nothing', async () => {
  const env = { HOME: temporaryFolder() }
  const piped = await dsh(['--offline'], { cwd: temporaryTree(TREE), env, input: 'Tea for my thirst\n' })
  expect(piped.stdout).toContain('Loaded the skill `tea`')
  expect(piped.code).toBe(0)
  const dumb = start({ env: { TERM: 'dumb' } })
  await dumb.until('session ')
  dumb.type('Tea for my thirst\r')
  await dumb.until('Boil water.')
  expect(dumb.raw).not.toContain('\u001B')
})

it('does not load the terminal library for other commands', async () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      if (specifier.includes('pi-tui') || specifier.includes('dsh-tui')) throw new Error('loaded ' + specifier)
      return next(specifier, context)
    } })`
  const env = { HOME: temporaryFolder(), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
  const cwd = temporaryTree(TREE)
  for (const args of [['--help'], ['skills', 'list'], ['run', '--offline', 'tea'], ['--offline']]) {
    expect(await dsh(args, { cwd, env })).toMatchObject({ code: 0 })
  }
})

it('stops with Ctrl-Z, terminal given back, and goes on where it was with fg [H3]', async () => {
  const terminal = start({ shell: 'exec bash --norc -i', env: { PS1: 'prompt> ' } })
  await terminal.until('prompt> ')
  terminal.type('eval "$DSH"\r')
  await terminal.until('offline · ')
  terminal.type('a draft\u001A')
  await terminal.until('Stopped')
  // Bash has a bracketed paste of its own.
  expect(modesOf(terminal.raw)).toMatchObject({ 1049: 'l', 25: 'h', 1000: 'l' })
  terminal.type('fg\r')
  await terminal.until(/^a draft/m)
  terminal.type('\u0003\u0003')
  await terminal.until(/prompt> $/m)
  expect(modesOf(terminal.raw)).toMatchObject({ 1049: 'l', 25: 'h', 1000: 'l' })
})
