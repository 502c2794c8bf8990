import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { dshPath, runNode } from '@deepseek-ai/dsh-testkit'
import type { Config } from '@dwmkerr/mock-llm/dist/config.js'
import { createServer as createApp } from '@dwmkerr/mock-llm/dist/server.js'
import { expect, it, onTestFinished } from 'vitest'
import { settingsFor, teaProject } from './dsh.ts'

const HOST = '127.0.0.1'
const PATH = '/v1/chat/completions'

async function startMockLlm(rules: Config['rules']): Promise<string> {
  const app = createApp({ streaming: { chunkSize: 5, chunkIntervalMs: 1 }, rules }, HOST, 0)
  const server: Server = createServer(app).listen(0, HOST)
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  await once(server, 'listening')
  return `http://${HOST}:${String((server.address() as AddressInfo).port)}/v1`
}

const answer = (content: string) => ({
  status: 200,
  content: JSON.stringify({ id: 'c-1', model: 'm-1', choices: [{ message: { role: 'assistant', content } }] }),
})

/** A failure that passes. Where a stream is asked for, mock-llm sends it as the first event of a 200. */
const limit = { status: 429, content: JSON.stringify({ error: { message: 'Rate limit reached', type: 'rate_limit' } }) }

// It streams words alone, so the user loads the skill and hands over the file.
it('mock-llm: a skill and a file of it reach the model, after a failure that passes', async () => {
  const url = await startMockLlm([
    { path: PATH, response: answer('Something is missing.') },
    {
      path: PATH,
      match:
        "contains(body.messages[-1].content, 'then steep') && contains(body.messages[-1].content, 'Green tea: 80 degrees.')",
      response: answer('Steeping at 80, 你好.'),
    },
    { path: PATH, sequence: 0, response: limit },
  ])
  const cwd = teaProject()
  const result = await runNode({
    args: [dshPath, 'run', '/skill:tea hot'],
    cwd,
    env: settingsFor(url),
    input: readFileSync(join(cwd, '.agents/skills/tea/references/heat.md'), 'utf8'),
  })
  expect(result).toMatchObject({ code: 0, stdout: 'Steeping at 80, 你好.\n' })
  expect(result.stderr).toMatch(/^retry in .*Rate limit reached/m)
})
