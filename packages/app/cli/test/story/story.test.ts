import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import { type EndpointRequest, startEndpoint, temporaryFolder, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { type Host, MODEL } from './host.ts'
import { inTerminal } from './in-terminal.ts'
import { overAcp } from './over-acp.ts'
import { overRun } from './over-run.ts'
import { overStdio } from './over-stdio.ts'
import { SEQUEL, type Step, STORY, TREE } from './story.ts'

interface Played {
  /** What reached the model: the bodies to the byte, but for the id of the session. */
  readonly bodies: readonly string[]
  readonly requests: readonly EndpointRequest[]
  /** What was recorded, but for id and times. */
  readonly record: readonly object[]
}

/** A new session in a new `place`, always of the same path, then a process that goes on with it. */
async function playAll(host: Host, place: string, parts: readonly (readonly Step[])[]): Promise<readonly Played[]> {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  writeTree(place, TREE)
  const played: Played[] = []
  let resumes: string | undefined
  for (const story of parts) {
    const endpoint = await startEndpoint(story.flatMap(({ replies }) => replies))
    await host(story, {
      project: join(place, 'project'),
      home: join(place, 'home'),
      args: ['--model', MODEL, '--base-url', endpoint.url],
      env: { DSH_API_KEY: 'none' },
      resumes,
      prepare: (step) => prepare(place, step),
      asked: (step) => {
        const steps = story.slice(0, story.indexOf(step) + 1)
        return endpoint.requestsReached(steps.flatMap(({ replies }) => replies).length)
      },
    })
    const { id, events } = onlySession(join(place, 'home/.dsh/sessions'))
    const record = events.map((event) => ({
      ...event,
      time: '',
      ...(event.type === 'session/start' && { id: 'ID' }),
      ...(event.type === 'request/header' && { endpoint: 'AT' }),
    }))
    const { requests } = endpoint
    played.push({ bodies: requests.map(({ bodyText }) => bodyText.replaceAll(id, 'ID')), requests, record })
    resumes = id
  }
  return played
}

function prepare(place: string, { writes = {}, removes = [] }: Step): void {
  writeTree(place, writes)
  for (const path of removes) rmSync(join(place, path), { recursive: true })
}

function onlySession(folder: string): { readonly id: string; readonly events: readonly SessionEvent[] } {
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return { id: name.replace('.jsonl', ''), events: lines.map((line) => JSON.parse(line) as SessionEvent) }
}

/** Expects that each step brought to the model what the story says, in that order, and nothing where it says so. */
function checkReads(story: readonly Step[], { requests }: Played, knownCount: number): void {
  let [requestCount, messageCount] = [0, knownCount]
  for (const { types, replies, reads } of story) {
    if (replies.length === 0) continue
    requestCount += replies.length
    const messages = requests[requestCount - 1]?.body.messages ?? []
    // The words of a turn go on in the last message where that one was the user's, too.
    const text = messages
      .slice(Math.max(0, messageCount - 1))
      .map(({ content }) => content)
      .join('\n')
    messageCount = messages.length
    let position = 0
    for (const part of reads) {
      const found = text.indexOf(part, position)
      expect(found, `"${types}" brings "${part}" in:\n${text}`).not.toBe(-1)
      position = found + part.length
    }
  }
  expect(requests).toHaveLength(requestCount)
}

it('one story is the same to the model, to the byte, whichever host it is told through [F51] [F54] [F70] [F71] [F76]', async () => {
  const place = join(temporaryFolder(), 'place')
  const overPipes = await playAll(overStdio, place, [STORY, SEQUEL])
  const [story, sequel] = overPipes
  if (!story || !sequel) throw new Error('two parts')
  checkReads(STORY, story, 0)
  checkReads(SEQUEL, sequel, story.requests.at(-1)?.body.messages.length ?? 0)
  const [catalog] = sequel.requests[0]?.body.messages[1]?.content?.split('</system-reminder>') ?? []
  expect(catalog).toContain('- `pie`: Bakes pies.\n- `tea`: Brews tea.\n</available_skills>')
  expect(catalog).not.toContain('cake')
  for (const host of [overAcp, inTerminal]) {
    for (const [index, { record, bodies }] of (await playAll(host, place, [STORY, SEQUEL])).entries()) {
      expect(record).toEqual(overPipes[index]?.record) // The log first: what differs is easier to see there.
      expect(bodies).toEqual(overPipes[index]?.bodies)
    }
  }
}, 180_000)

it('dsh run sends for one prompt what other hosts send for it [F71]', async () => {
  const place = join(temporaryFolder(), 'place')
  const parts = [STORY.slice(0, 1), SEQUEL.slice(0, 1)]
  const [overPipes, alone] = [await playAll(overStdio, place, parts), await playAll(overRun, place, parts)]
  expect(alone.map(({ record }) => record)).toEqual(overPipes.map(({ record }) => record))
  expect(alone.map(({ bodies }) => bodies)).toEqual(overPipes.map(({ bodies }) => bodies))
}, 120_000)
