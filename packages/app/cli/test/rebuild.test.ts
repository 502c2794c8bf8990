import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as llm from '@deepseek-ai/dsh-llm'
import * as openaiCompatible from '@deepseek-ai/dsh-llm-openai-compatible'
import { requests, type SessionEvent } from '@deepseek-ai/dsh-session'
import {
  type EndpointScript,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
  writeTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { dsh } from './dsh.ts'

const SCRIPT: EndpointScript = [
  { reasoning: 'Let me see.', text: ['I load ', 'it.'], toolCalls: [{ name: 'skill', arguments: { name: 'tea' } }] },
  {
    toolCalls: [
      { name: 'read', arguments: { path: 'none.md' } },
      { name: 'skill', arguments: '{ "name": ' },
    ],
  },
  'First "answer" — ünïcode 茶\n',
  { status: 500, body: 'broken' },
  { text: 'cut off in the mid', cutAfterBytes: 450 },
  'Second answer',
]

it('rebuilds every request of a session from its log alone, resume included, byte for byte', async () => {
  const root = temporaryTree({
    '.git': { dir: true },
    '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Boil 水.'),
  })
  const home = temporaryFolder()
  const endpoint = await startEndpoint(SCRIPT)
  const env = { DSH_API_KEY: 'sk-canary-4711', DSH_HOME: home, DSH_MODEL: 'm-1', DSH_BASE_URL: endpoint.url }
  const first = await dsh(['run', '--cwd', root, 'Make tea — "now"'], { env })
  expect(first).toMatchObject({ code: 0, stdout: 'First "answer" — ünïcode 茶\n\n' })
  const id = /session (\S+)/.exec(first.stderr)?.[1] ?? ''

  writeTree(root, { '.dsh/skills/cake.md': skillText('cake') })
  const second = await dsh(['run', '--resume', id, '--verbose', '--model', 'm-2', 'And cake?'], { env })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain('`cake`')
  const third = await dsh(['run', '--resume', id, 'Again'], { env })
  expect(third).toMatchObject({ code: 0, stdout: 'Second answer\n' })

  const log = readFileSync(join(home, 'sessions', `${id}.jsonl`), 'utf8')
  expect(log).not.toContain('sk-canary-4711')
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)
  const rebuilt = [...requests(events)]
  expect(rebuilt.map(({ model }) => model)).toEqual(['m-1', 'm-1', 'm-1', 'm-2', 'm-1'])

  const sink = await startEndpoint(() => 'ok')
  const ctx = new Context()
  await ctx.plugin(llm)
  await ctx.plugin(openaiCompatible, { baseUrl: sink.url, apiKey: 'other' })
  for (const request of rebuilt) for await (const event of ctx.llm.stream(request)) expect(event.type).not.toBe('retry')
  await ctx.fiber.dispose()
  // A request that is tried again goes out in the same bytes, and is one request of the log.
  const sent = endpoint.requests.map(({ bodyText }) => bodyText)
  expect(sent.filter((text, index) => text !== sent[index - 1])).toEqual(sink.requests.map(({ bodyText }) => bodyText))
  expect(sent.length).toBe(6)
})
