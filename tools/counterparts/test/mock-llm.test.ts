import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

it('mock-llm: the text of a skill that the user loads reaches the model', async () => {
  const url = await startMockLlm([
    { path: PATH, response: answer('No skill came.') },
    { path: PATH, match: "contains(body.messages[-1].content, 'then steep')", response: answer('Steeping, 你好.') },
  ])
  const result = await runNode({
    args: [dshPath, 'run', '/skill:tea hot'],
    cwd: teaProject(),
    env: settingsFor(url),
  })
  expect(result).toMatchObject({ code: 0, stdout: 'Steeping, 你好.\n' })
})
