import { readdirSync, readFileSync } from 'node:fs'
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

async function agentsAt(baseUrl: string): Promise<(session?: string) => Agent> {
  const settings = loadSettings({ env: { DSH_HOME: temporaryFolder() }, home: temporaryFolder() })
  const choice = { adapter: 'openai-compatible', model: 'm', baseUrl, apiKey: 'none' } as const
  const { ctx, dispose } = await mountAgent(settings, choice, () => {})
  onTestFinished(dispose)
  const cwd = project()
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
  const start = await agentsAt(endpoint.url)
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

  const thought = endpoint.requests.filter(({ bodyText }) => bodyText.includes('"Hm."'))
  const goesBack = fields['thinks'] !== undefined && fields['result'] !== undefined
  expect(thought).toHaveLength(goesBack ? endpoint.requests.length - 1 : 0)
  expect([...requests(resumed.session.events)].length).toBeGreaterThanOrEqual(3)
})

const CODES = ANSWERS.filter((name) =>
  /gave-up|nothing|done-call|neither|limit-event|arguments-cut|document\./.test(name),
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
