import { expect, it } from 'vitest'
import { Config } from '../src/config.ts'
import { createDeadline } from '../src/deadline.ts'
import { guardBody, MAX_ANSWER_BYTES, MAX_EVENT_BYTES } from '../src/guard-body.ts'
import { describeSite } from '../src/site.ts'

const SITE = describeSite(Config.parse({}))

/** Calls `see` with what comes out when `pieces` go in. */
async function guard(pieces: Iterable<Uint8Array>, see: (bytes: Uint8Array) => void): Promise<void> {
  const deadline = createDeadline(undefined)
  const body = (async function* () {
    yield* pieces
  })()
  try {
    for await (const bytes of guardBody(body, deadline, 10_000, SITE)) see(bytes)
  } finally {
    deadline.end()
  }
}

async function guarded(pieces: readonly string[]): Promise<string> {
  let text = ''
  await guard(
    pieces.map((piece) => Buffer.from(piece)),
    (bytes) => (text += Buffer.from(bytes).toString()),
  )
  return text
}

it.each(['\n', '\r\n', '\r'])('finds the end mark wherever the pieces part, with line ends %j', async (lineEnd) => {
  const answer = `data: {"a":"data: [DONE]"}${lineEnd}${lineEnd}`
  const text = `${answer}data: [DONE]${lineEnd}${lineEnd}`
  for (let at = 0; at <= text.length; at++) {
    const seen = await guarded([text.slice(0, at), text.slice(at), 'data: {late}\n\n'])
    expect(seen.startsWith(answer)).toBe(true)
    expect(seen).not.toContain('late')
  }
})

it('hands everything on that holds no end mark', async () => {
  const pieces = ['data: a\n\n', ': data: [DONE]\n', ' data: [DONE]\n', 'data: b\n\n']
  expect(await guarded(pieces)).toBe(pieces.join(''))
})

it.each([
  ['one line', 'x'],
  ['many lines', 'data: x\n'],
])('bounds what one event may hold, in %s', async (_, unit) => {
  const event = (length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const blank = 'data: a\n\n'
  // The blank line in front counts as part of the event.
  for (const length of [MAX_EVENT_BYTES - 3, MAX_EVENT_BYTES - 2]) {
    expect((await guarded([blank, event(length)])).length).toBe(blank.length + length)
  }
  await expect(guarded([blank, event(MAX_EVENT_BYTES - 1)])).rejects.toMatchObject({ kind: 'invalid-response' })
  await expect(guarded([blank, event(9), event(MAX_EVENT_BYTES - 9)])).rejects.toMatchObject({
    kind: 'invalid-response',
  })
})

it('bounds what a whole answer may hold', async () => {
  const million = Buffer.from(`${'x'.repeat(2 ** 20 - 2)}\n\n`)
  let total = 0
  const whole = Array.from({ length: MAX_ANSWER_BYTES / million.length }, () => million)
  await guard(whole, (bytes) => (total += bytes.length))
  expect(total).toBe(MAX_ANSWER_BYTES)
  await expect(guard([...whole, Buffer.from('\n')], () => {})).rejects.toMatchObject({ kind: 'invalid-response' })
})
