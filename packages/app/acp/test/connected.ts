import { Readable, Writable } from 'node:stream'
import {
  client,
  type ClientContext,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { expect } from 'vitest'
import { type AcpChild, type AcpChildOptions, startAcp } from './child.ts'

export interface Connected {
  readonly child: AcpChild
  readonly agent: ClientContext
  readonly updates: SessionUpdate[]
  readonly questions: RequestPermissionRequest[]
}

export interface ConnectedOptions extends AcpChildOptions {
  /** How each question is answered; allowed when absent. */
  readonly answer?: 'once' | 'session' | 'refused'
}

/** The real `dsh acp`, driven by the library's own client, which checks each message. */
export async function connected<Result>(
  { answer = 'once', ...options }: ConnectedOptions,
  body: (connection: Connected) => Promise<Result>,
): Promise<Result> {
  const child = startAcp(options)
  const updates: SessionUpdate[] = []
  const questions: RequestPermissionRequest[] = []
  const stream = ndJsonStream(
    Writable.toWeb(child.process.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.process.stdout) as ReadableStream<Uint8Array>,
  )
  const result = await client()
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      questions.push(params)
      return { outcome: { outcome: 'selected', optionId: answer } }
    })
    .connectWith(stream, async (agent) => {
      await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} })
      return await body({ child, agent, updates, questions })
    })
  child.process.stdin.end()
  expect(await child.exited).toEqual({ code: 0, signal: null })
  return result
}
