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
import { type Step, STORY, TREE } from './story.ts'

interface Played {
  readonly requests: readonly EndpointRequest[]
  readonly events: readonly SessionEvent[]
}

/** Plays a story in a new `place`, always of the same path. */
async function play(host: Host, place: string, story: readonly Step[] = STORY): Promise<Played> {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  writeTree(place, TREE)
  const endpoint = await startEndpoint(story.flatMap(({ replies }) => replies))
  const home = join(place, 'home')
  await host(story, {
    project: join(place, 'project'),
    home,
    args: ['--model', MODEL, '--base-url', endpoint.url],
    env: { DSH_API_KEY: 'none' },
    prepare({ writes = {}, removes = [] }) {
      writeTree(place, writes)
      for (const path of removes) rmSync(join(place, path), { recursive: true })
    },
  })
  const folder = join(home, '.dsh/sessions')
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return { requests: endpoint.requests, events: lines.map((line) => JSON.parse(line) as SessionEvent) }
}

/** What reached the model: the bodies to the byte, but for the id of the session. */
function bodiesOf({ requests, events }: Played): readonly string[] {
  const id = events[0]?.type === 'session/start' ? events[0].id : undefined
  expect(id).toBeTruthy()
  return requests.map(({ bodyText }) => bodyText.replaceAll(id ?? '', 'ID'))
}

/** What was recorded, but for id and times. */
function recordOf({ events }: Played): readonly object[] {
  return events.map((event) => ({ ...event, time: '', ...(event.type === 'session/start' && { id: 'ID' }) }))
}

/** Expects that each step brought to the model what the story says, in that order, and nothing where it says so. */
function checkReads({ requests }: Played): void {
  let [requestCount, messageCount] = [0, 0]
  for (const { types, replies, reads } of STORY) {
    if (replies.length === 0) continue
    requestCount += replies.length
    const messages = requests[requestCount - 1]?.body.messages ?? []
    const text = messages
      .slice(messageCount)
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

it('one story is the same to the model, to the byte, whichever host it is told through [F51] [F70] [F71] [F76]', async () => {
  const place = join(temporaryFolder(), 'place')
  const overPipes = await play(overStdio, place)
  checkReads(overPipes)
  for (const host of [overAcp, inTerminal]) {
    const played = await play(host, place)
    expect(recordOf(played)).toEqual(recordOf(overPipes)) // The log first: what differs is easier to see there.
    expect(bodiesOf(played)).toEqual(bodiesOf(overPipes))
  }
  const alone = await play(overRun, place, STORY.slice(0, 1))
  expect(bodiesOf(alone)).toEqual(bodiesOf(overPipes).slice(0, alone.requests.length))
  expect(recordOf(alone)).toEqual(recordOf(overPipes).slice(0, alone.events.length))
}, 180_000)
