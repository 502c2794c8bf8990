import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileSessionStore, type SessionEvent } from '@deepseek-ai/dsh-session'
import {
  dshPath,
  type ChatMessage,
  type EndpointReply,
  itNeeding,
  nodeBinaries,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { checkDeadLog } from '../../../agent/session/test/kill/check-dead-log.ts'
import { digestOf } from '../../../agent/session/test/kill/digest.ts'
import { historyFaults } from '../../../agent/session/test/kill/history-faults.ts'
import { labelled } from '../../../agent/session/test/kill/labelled.ts'
import { momentOf } from '../../../agent/session/test/kill/moments.ts'
import { killAtCall, systemCalls, type Traced } from '../../../agent/session/test/kill/system-calls.ts'
import { countedSessions } from '../../../agent/session/test/sample.ts'
import { dsh } from './dsh.ts'

// `npm run soak` sets both. A whole `dsh` takes its time, so only a share of the runs is for it.
const seed = Number(process.env['SOAK_SEED'] ?? 1)
const soakCount = process.env['SOAK_COUNT']
const count = soakCount === undefined ? 4 : Math.ceil(Number(soakCount) / 20)

const ID = 'one'
const ARGS = ['run', '--json', '--resume', ID, 'Make tea']
/** Resumed, turn, words, header, request, answer, two results, request, answer, end. */
const TURN_EVENTS = 11

/** A model that loads a skill, reads a file and answers, in each turn. As strict as a real one. */
function playModel({ messages }: { readonly messages: readonly ChatMessage[] }): EndpointReply {
  const steps = messages.map(({ role, tool_call_id: toolCallId, tool_calls: toolCalls }) => ({
    role,
    toolCallId,
    toolCalls,
  }))
  expect(historyFaults(steps)).toEqual([])
  if (messages.at(-1)?.role === 'tool') return { text: ['Here ', 'it ', 'is.'] }
  const skill = { name: 'skill', arguments: { name: 'tea' } }
  return { text: 'I look.', toolCalls: [skill, { name: 'read', arguments: { path: 'none.md' } }] }
}

interface Scene {
  /** The environment of a `dsh` whose home has one session that was just begun. */
  readonly newHome: () => { readonly DSH_HOME: string }
}

async function openScene(): Promise<Scene> {
  const endpoint = await startEndpoint(playModel)
  const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea.md': skillText('tea', 'Brews tea.') })
  const template = temporaryFolder()
  const begun = countedSessions(new FileSessionStore(join(template, 'sessions'))).sessions.create({ cwd: root, id: ID })
  begun.append({ type: 'notice', code: 'begun', message: 'A session is made with its first event.' })
  begun.close()
  const model = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
  const env = { ...model, NODE_COMPILE_CACHE: temporaryFolder() }
  const newHome: Scene['newHome'] = () => {
    const home = temporaryFolder()
    cpSync(template, home, { recursive: true })
    return { ...env, DSH_HOME: home }
  }
  // The first one compiles the code for all others.
  expect(await dsh(ARGS, { env: newHome() })).toMatchObject({ code: 0, stderr: '' })
  return { newHome }
}

function logOf(env: { readonly DSH_HOME: string }): string {
  return join(env.DSH_HOME, 'sessions', `${ID}.jsonl`)
}

/** The events of the log that it showed, `<seq> <digest>` each. */
function shownEvents(stdout: string): readonly string[] {
  return stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{"type":"session"'))
    .map((line) => (JSON.parse(line) as { readonly event: SessionEvent }).event)
    .map((event) => `${event.seq} ${digestOf(JSON.stringify(event))}`)
}

/** Expects that what was shown is in the log, and that `dsh` goes on with the session as if nothing had been. */
async function checkGoesOn(env: { readonly DSH_HOME: string }, stdout: string): Promise<void> {
  const folder = join(env.DSH_HOME, 'sessions')
  const [start = ''] = readFileSync(logOf(env), 'utf8').split('\n')
  const before = Buffer.from(`${start}\n`)
  const whole = checkDeadLog({ folder, id: ID, told: shownEvents(stdout), before })
  expect(await dsh(ARGS, { env })).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(logOf(env)).subarray(0, whole.length).equals(whole)).toBe(true)
  expect(readdirSync(folder)).toEqual([`${ID}.jsonl`])
}

itNeeding(
  ['strace'],
  'dsh goes on with a session after it was killed in a write of the log, and what it had shown is there [D2] [D4]',
  async () => {
    const { newHome } = await openScene()
    const traced = (env: { readonly DSH_HOME: string }): Traced => ({
      args: [dshPath, ...ARGS],
      env,
      paths: [logOf(env)],
    })
    const calls = await systemCalls(traced(newHome()), ['write'])
    expect(calls).toHaveLength(TURN_EVENTS)
    const chosen = soakCount === undefined ? calls.filter(({ when }) => when % 4 === 2) : calls
    for (const call of chosen) {
      await labelled(`write ${call.when}`, async () => {
        const env = newHome()
        const { signal, stdout } = await killAtCall(traced(env), call)
        expect(signal).toBe('SIGKILL')
        await checkGoesOn(env, stdout)
      })
    }
  },
  240_000,
)

it(
  `dsh goes on with a session after it was killed at one of ${count} random moments, and what it had shown is there [D2] [D4]`,
  async () => {
    const { newHome } = await openScene()
    for (let run = 0; run < count; run += 1) {
      const moment = momentOf(seed, run)
      await labelled(`seed ${seed}, run ${run}`, async () => {
        const env = newHome()
        const child = spawn(nodeBinaries[24], [dshPath, ...ARGS], { env: { ...env, PATH: '', HOME: env.DSH_HOME } })
        const lines = moment.kind === 'writing' ? 1 + (moment.events % TURN_EVENTS) : 0
        await checkGoesOn(env, await killedAfter(child, lines))
      })
    }
  },
  120_000 + count * 15_000,
)

/** Kills it as soon as it has printed so many lines; tells what it printed. */
function killedAfter(child: ChildProcess, lines: number): Promise<string> {
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.split('\n').length > lines) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.on('close', () => resolve(stdout)))
}
