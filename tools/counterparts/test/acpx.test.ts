import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dshPath, nodeBinaries, runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import {
  type AcpPermissionHandler,
  type AcpRuntimeEvent,
  type AcpRuntimeTurn,
  createAcpRuntime,
  createFileSessionStore,
} from 'acpx/runtime'
import { expect, it, onTestFinished, vi } from 'vitest'
import { callOf, settingsFor, startAimock, teaProject } from './dsh.ts'

const AGENT = [nodeBinaries[24], dshPath, 'acp']

interface Editor {
  readonly cwd: string
  readonly url: string
  readonly onPermissionRequest: AcpPermissionHandler
}

/** A client with one session of the real agent; `prompt` starts a turn in it. */
async function openSession({ cwd, url, onPermissionRequest }: Editor): Promise<(text: string) => AcpRuntimeTurn> {
  const runtime = createAcpRuntime({
    cwd,
    agentProcessEnv: settingsFor(url),
    sessionStore: createFileSessionStore({ stateDir: temporaryFolder() }),
    agentRegistry: { resolve: () => AGENT, list: () => ['dsh'] },
    permissionMode: 'deny-all',
    onPermissionRequest,
  })
  onTestFinished(() => runtime.shutdown())
  const handle = await runtime.ensureSession({ sessionKey: 'tea', agent: 'dsh', mode: 'persistent', cwd })
  let turns = 0
  return (text) => runtime.startTurn({ handle, text, mode: 'prompt', requestId: `turn-${String(++turns)}` })
}

async function eventsOf(turn: AcpRuntimeTurn): Promise<readonly AcpRuntimeEvent[]> {
  const events: AcpRuntimeEvent[] = []
  for await (const event of turn.events) events.push(event)
  return events
}

const outputOf = (events: readonly AcpRuntimeEvent[]): string =>
  events.map((event) => (event.type === 'text_delta' && event.stream === 'output' ? event.text : '')).join('')

it('acpx: the command line runs a skill that the user calls', async () => {
  const model = await startAimock()
  model.on({ userMessage: 'then steep' }, { content: 'At 80 degrees.' })
  const acpx = join(import.meta.dirname, '../../../node_modules/acpx/dist/cli.js')
  const result = await runNode({
    args: [acpx, '--format', 'quiet', '--deny-all', '--agent', AGENT.join(' '), 'exec', '/skill:tea hot'],
    cwd: teaProject(),
    env: settingsFor(`${model.url}/v1`),
  })
  expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(/At 80 degrees\.\n$/) })
})

it('acpx: a permission that is given lets a command run, one that is refused does not', async () => {
  const cwd = teaProject()
  const model = await startAimock()
  model
    .on({ userMessage: 'Make a pot', sequenceIndex: 0 }, callOf('bash', { command: 'touch pot' }))
    .on({ userMessage: 'Make a cup', sequenceIndex: 0 }, callOf('bash', { command: 'touch cup' }))
    .on({}, { content: 'Done.' })
  const asked: unknown[] = []
  const prompt = await openSession({
    cwd,
    url: `${model.url}/v1`,
    onPermissionRequest: async ({ raw }) => {
      const text = JSON.stringify(raw.toolCall.content)
      asked.push(text.includes('touch pot') ? 'pot' : text.includes('touch cup') ? 'cup' : text)
      return { outcome: text.includes('touch pot') ? 'allow_once' : 'reject_once' }
    },
  })
  for (const text of ['Make a pot.', 'Make a cup.']) {
    const turn = prompt(text)
    expect(outputOf(await eventsOf(turn))).toContain('Done.')
    expect(await turn.result).toMatchObject({ status: 'completed' })
  }
  expect({ asked, pot: existsSync(join(cwd, 'pot')), cup: existsSync(join(cwd, 'cup')) }).toEqual({
    asked: ['pot', 'cup'],
    pot: true,
    cup: false,
  })
})

it('acpx: a cancel ends the turn and the command that it runs, and the session goes on', async () => {
  const cwd = teaProject()
  const model = await startAimock()
  model
    .on({ userMessage: 'Wait' }, callOf('bash', { command: 'echo $$ > pid.tmp && mv pid.tmp pid && exec sleep 600' }))
    .on({ userMessage: 'Go on' }, { content: 'Going on.' })
  const prompt = await openSession({
    cwd,
    url: `${model.url}/v1`,
    onPermissionRequest: async () => ({ outcome: 'allow_once' }),
  })
  const turn = prompt('Wait.')
  const events = eventsOf(turn)
  const pid = await vi.waitFor(() => Number(readFileSync(join(cwd, 'pid'), 'utf8')), { timeout: 50_000 })
  await turn.cancel()
  await events
  expect(await turn.result).toMatchObject({ status: 'cancelled' })
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(outputOf(await eventsOf(prompt('Go on.')))).toContain('Going on.')
})
