import {
  type ChatRequest,
  type Endpoint,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { PseudoTerminal } from './pty.ts'

const TREE = {
  '.git': { dir: true },
  '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Boil water.'),
} as const

interface Started {
  readonly endpoint: Endpoint
  readonly terminal: PseudoTerminal
}

/** The app, not yet up, with a model that answers `Fine.` */
async function start(): Promise<Started> {
  const endpoint = await startEndpoint(() => 'Fine.')
  const args = ['--model', 'm', '--base-url', endpoint.url]
  const env = { HOME: temporaryFolder(), DSH_API_KEY: 'none' }
  return { endpoint, terminal: new PseudoTerminal({ args, cwd: temporaryTree(TREE), env }) }
}

async function startUp(): Promise<Started> {
  const started = await start()
  await started.terminal.until('m · ')
  return started
}

/** The user's last words in each request, without the catalog in front of the first ones. */
function prompts(endpoint: Endpoint): readonly (string | undefined)[] {
  const last = ({ messages }: ChatRequest): string | undefined =>
    messages
      .findLast(({ role }) => role === 'user')
      ?.content?.split('</system-reminder>\n\n')
      .at(-1)
  return endpoint.requests.map(({ body }) => last(body))
}

it.each([
  ['a line', 'hi\r', 'hi'],
  ['a line with a correction', 'ho\u007Fi\r', 'hi'],
  ['letters beyond ASCII', '你好\r', '你好'],
  ['a line that a program writes', 'hi\n', 'hi'],
])('sends what was typed before the app was up: %s [G52]', async (_name, keys, prompt) => {
  const { endpoint, terminal } = await start()
  terminal.type(keys)
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual([prompt])
})

it('starts a skill whose line was typed before the app was up [G52]', async () => {
  const { endpoint, terminal } = await start()
  terminal.type('/skill:tea hot\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual([expect.stringMatching(/Boil water\.[^]*hot$/)])
})

it('keeps a half line that was typed before the app was up [G52]', async () => {
  const { endpoint, terminal } = await start()
  terminal.type('hel')
  await terminal.until(/^hel\s*$[^]*m · /m)
  terminal.type('lo\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual(['hello'])
})

it('makes one draft of several lines that came before the app was up [G52] [G53]', async () => {
  const { endpoint, terminal } = await start()
  terminal.type('one\r/exit\rthree')
  await terminal.until(/^one\s*\n\/exit\s*\nthree[^]*m · /m)
  expect(prompts(endpoint)).toEqual([])
  terminal.type('\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual(['one\n/exit\nthree'])
})

it.each([
  ['CR', 'one\r/exit\rthree'],
  ['LF', 'one\n/exit\nthree'],
  ['CRLF', 'one\r\n/exit\r\nthree'],
])('makes one draft of lines that are pasted without marks, ended by %s [G53]', async (_name, text) => {
  const { endpoint, terminal } = await startUp()
  terminal.type(text)
  await terminal.until(/^one\s*\n\/exit\s*\nthree/m)
  terminal.type('\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual(['one\n/exit\nthree'])
})

it('obeys no command at the start of an unmarked paste [G53]', async () => {
  const { endpoint, terminal } = await startUp()
  terminal.type('/exit\r/skill:tea\rthree')
  await terminal.until(/^\/exit\s*\n\/skill:tea\s*\nthree/m)
  terminal.type('\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual(['/exit\n/skill:tea\nthree'])
})

it('keeps an unmarked paste of more than one read whole [G53]', async () => {
  const { endpoint, terminal } = await startUp()
  const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}\r`)
  terminal.type(`${lines.join('')}/exit\rlast`)
  await terminal.until(/\[paste #1 \+2002 lines\]/)
  terminal.type('\r')
  await terminal.until('Fine.')
  expect(prompts(endpoint)).toEqual([`${lines.join('').replaceAll('\r', '\n')}/exit\nlast`])
})

it('sends a line that was typed fast, and the next one [G53]', async () => {
  const { endpoint, terminal } = await startUp()
  terminal.type('hi\r')
  await terminal.until('Fine.')
  terminal.type('ho\r')
  await terminal.until(/Fine\.[^]*Fine\./)
  expect(prompts(endpoint)).toEqual(['hi', 'ho'])
})

it('answers no question with an unmarked paste [G53]', async () => {
  const endpoint = await startEndpoint([
    { toolCalls: [{ name: 'bash', arguments: { command: 'touch made' } }] },
    'Fine.',
  ])
  const args = ['--model', 'm', '--base-url', endpoint.url]
  const env = { HOME: temporaryFolder(), DSH_API_KEY: 'none' }
  const terminal = new PseudoTerminal({ args, cwd: temporaryTree(TREE), env })
  terminal.type('Go\r')
  await terminal.until('→ ')
  terminal.type('one\r\u001B[B\rthree')
  terminal.type('\u001B')
  await terminal.until('Fine.')
  expect(endpoint.requests.at(-1)?.body.messages.at(-1)?.content).toContain('it was not allowed')
})
