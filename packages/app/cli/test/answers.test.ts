import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { requests, type Session } from '@deepseek-ai/dsh-session'
import {
  type EndpointReply,
  refusalOf,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'
import { mountAgent } from '../src/mount-agent.ts'
import { loadSettings } from '../src/settings/load.ts'
import { dsh } from './dsh.ts'

const FOLDER = join(import.meta.dirname, 'answers')

const LINE_ENDS: Readonly<Record<string, string>> = { crlf: '\r\n', cr: '\r' }

interface AnswerFile {
  readonly title: string
  readonly fields: Readonly<Record<string, string>>
  readonly reply: EndpointReply
}

function readAnswer(name: string): AnswerFile {
  const [head = '', text = ''] = readFileSync(join(FOLDER, name), 'utf8').split('---- body ----\n')
  const [oddity = '', ...lines] = head.trim().split('\n')
  const fields = Object.fromEntries(lines.filter((line) => line !== '').map((line) => line.split(/: (.*)/s)))
  const { lines: lineEnd = '', mark, reset, status = '200', type = 'text/event-stream' } = fields
  const body = `${mark ? '\u{feff}' : ''}${text.replaceAll('\n', LINE_ENDS[lineEnd] ?? '\n')}`
  return {
    title: `${name.slice(0, -'.http'.length)}: ${oddity}`,
    fields,
    reply: {
      body,
      status: Number(status),
      headers: { 'content-type': type },
      ...(reset !== undefined && { cutAfterBytes: Buffer.byteLength(body) }),
    },
  }
}

/** A server that gives `reply` once, and else says Fine, or status 400 to what a strict server refuses. */
function startStrict(reply: EndpointReply, thinks: string | undefined) {
  return startEndpoint((_body, { bodyText }, index) => {
    const refusal = refusalOf(bodyText, { reasoningFields: thinks === undefined ? [] : [thinks] })
    if (refusal !== undefined) return { status: 400, body: { error: { message: refusal } } }
    return index === 0 ? reply : 'Fine.'
  })
}

const project = (): string =>
  temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.') })

/** Opens agents that talk to `baseUrl`: over a new session in `cwd`, or an old one. */
async function agentsAt(baseUrl: string, home: string, cwd: string): Promise<(session?: string) => Agent> {
  const settings = loadSettings({ env: { DSH_HOME: home }, home })
  const choice = { adapter: 'openai-compatible', model: 'm', baseUrl, apiKey: 'none' } as const
  const { ctx, dispose } = await mountAgent(settings, choice, () => {})
  onTestFinished(dispose)
  const { sessions, agents } = ctx
  return (id) =>
    agents.create({
      session: id === undefined ? sessions.create({ cwd }) : sessions.resume(id),
      model: { adapter: choice.adapter, model: choice.model },
    })
}

const firstResult = ({ events }: Session): string | undefined =>
  events.find((event) => event.type === 'tool/result')?.content

const ANSWERS = readdirSync(FOLDER).filter((name) => name.endsWith('.http'))

it.each(
  ANSWERS.map((name) => {
    const file = readAnswer(name)
    return [`${file.title} [${file.fields['row']}]`, file] as const
  }),
)('%s', async (_, { fields, reply }) => {
  const endpoint = await startStrict(reply, fields['thinks'])
  const [home, cwd] = [temporaryFolder(), project()]
  const start = await agentsAt(endpoint.url, home, cwd)
  const agent = start()
  const { status, answer, error = '' } = await agent.prompt('Make tea.')
  const [ending = '', says = ''] = fields['turn']?.split(/, (.*)/s) ?? []
  const text = status === 'completed' ? answer : error
  expect({ status, text, isWhole: ending === 'failed' || text === says }).toEqual({
    status: ending,
    text: expect.stringContaining(says),
    isWhole: true,
  })
  expect(endpoint.requests).toHaveLength(Number(fields['requests'] ?? 1))
  const result = firstResult(agent.session)
  expect(result === undefined).toBe(fields['result'] === undefined)
  expect(result ?? '').toContain(fields['result'] ?? '')

  expect(await agent.prompt('Again.')).toEqual({ status: 'completed', answer: 'Fine.' })
  await agent.dispose()
  const resumed = start(agent.session.id)
  expect(await resumed.prompt('Once more.')).toEqual({ status: 'completed', answer: 'Fine.' })

  await resumed.dispose()
  const thought = endpoint.requests.filter(({ bodyText }) => bodyText.includes('"Hm."'))
  const goesBack = fields['thinks'] !== undefined && fields['result'] !== undefined
  expect(thought).toHaveLength(goesBack ? endpoint.requests.length - 1 : 0)

  // A server that never sent reasoning does not get any, whoever sent it before.
  const other = await startStrict({ body: '', status: 503, headers: { 'retry-after': '0' } }, undefined)
  const moved = (await agentsAt(other.url, home, cwd))(agent.session.id)
  expect(await moved.prompt('And here.')).toEqual({ status: 'completed', answer: 'Fine.' })
  // One request of the log goes out twice where it is tried again.
  const sent = [...endpoint.requests, ...other.requests].map(({ bodyText }) => bodyText)
  const different = sent.filter((text, index) => text !== sent[index - 1])
  expect([...requests(moved.session.events)]).toHaveLength(different.length)
})

const CODES = ANSWERS.filter((name) =>
  /gave-up|cut-text|nothing|done-call|neither|limit-event|arguments-cut|document\./.test(name),
)

it.each(CODES)('dsh run tells by its exit code whether an answer is whole: %s [G11] [G15]', async (name) => {
  const { fields, reply } = readAnswer(name)
  const endpoint = await startStrict(reply, fields['thinks'])
  const env = { DSH_API_KEY: 'none', DSH_MODEL: 'm\r', DSH_BASE_URL: endpoint.url, DSH_HOME: temporaryFolder() }
  const [ending = '', says = ''] = fields['turn']?.split(/, (.*)/s) ?? []
  const { code, stdout, stderr } = await dsh(['run', '--cwd', project(), 'Make tea.'], { env })
  expect({ code, stdout }).toEqual(ending === 'completed' ? { code: 0, stdout: `${says}\n` } : { code: 1, stdout: '' })
  expect(`${stdout}${stderr}`).toContain(says)
  const id = /session (\S+)/.exec(stderr)?.[1] ?? ''
  expect(await dsh(['run', '--resume', id, 'Again.'], { env })).toMatchObject({ code: 0, stdout: 'Fine.\n' })
})

it('dsh run stops an answer without end, keeps a stub of it, and goes on with the session [G16]', async () => {
  const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'tea '.repeat(25_000) } }] })}\n\n`
  const endpoint = await startStrict({ body: piece.repeat(200) }, undefined)
  const home = temporaryFolder()
  const env = { DSH_API_KEY: 'none', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, DSH_HOME: home }
  const { code, stdout, stderr } = await dsh(['run', '--cwd', project(), 'Make tea.'], { env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('The answer was stopped: one answer may hold 4000000 characters')
  expect(stderr.length).toBeLessThan(20_000)
  const id = /session (\S+)/.exec(stderr)?.[1] ?? ''
  expect(statSync(join(home, 'sessions', `${id}.jsonl`)).size).toBeLessThan(20_000)
  expect(await dsh(['run', '--resume', id, 'Again.'], { env })).toMatchObject({ code: 0, stdout: 'Fine.\n' })
  expect(endpoint.requests[1]?.bodyText).toContain('[cut: ')
})

it('dsh run shows the name of a tool cut, on one line [G20]', async () => {
  const call = { name: `\u001b[31m${'x'.repeat(100_000)}\n`, arguments: {} }
  const endpoint = await startStrict({ toolCalls: [call] }, undefined)
  const env = { DSH_API_KEY: 'none', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, DSH_HOME: temporaryFolder() }
  for (const json of [[], ['--json']]) {
    const { code, stderr } = await dsh(['run', ...json, '--cwd', project(), 'Make tea.'], { env })
    expect(code).toBe(0)
    expect(stderr).not.toContain('x'.repeat(200))
    expect(stderr).not.toContain('\u001b')
  }
})
