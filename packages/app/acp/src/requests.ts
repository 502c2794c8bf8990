import { stat } from 'node:fs/promises'
import {
  type Implementation,
  type InitializeRequest,
  type InitializeResponse,
  type ListSessionsResponse,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  type PromptResponse,
} from '@agentclientprotocol/sdk'
import { sameFolderAs } from '@deepseek-ai/dsh-host-kit'
import { visible } from '@deepseek-ai/dsh-tools'
import type { ClientSession } from './client-session.ts'
import type { OpenSessions, SessionClient } from './open-sessions.ts'
import { invalidParams, type KnownSessionParams, type NewSessionParams, type PromptParams } from './params.ts'

export interface RequestsOptions {
  readonly sessions: OpenSessions
  readonly agentInfo: Implementation
  /** Told what somebody should know who wonders why something does not work. */
  readonly warn: (line: string) => void
}

/** What the requests of one client do. */
export class Requests {
  private readonly options: RequestsOptions
  private hasNotices = false

  constructor(options: RequestsOptions) {
    this.options = options
  }

  /** Whatever version the client names, this is the one that is spoken here: it goes on or goes away. */
  initialize({ clientCapabilities }: InitializeRequest): InitializeResponse {
    this.hasNotices = Boolean(clientCapabilities?.session?.notices)
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: this.options.agentInfo,
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
      authMethods: [],
    }
  }

  async newSession(params: NewSessionParams, client: SessionClient['client']): Promise<NewSessionResponse> {
    await checkFolder(params.cwd)
    const session = this.options.sessions.create(params.cwd, this.clientOf(client))
    this.begin(session, params)
    return { sessionId: session.id }
  }

  /** The sessions of a folder, or all; the newest first. One in which nothing was said is none to go on with. */
  listSessions({ cwd }: { readonly cwd: string | undefined }): ListSessionsResponse {
    const all = this.options.sessions.known()
    const isWanted = cwd === undefined ? () => true : sameFolderAs(cwd)
    const shown = all.filter((session) => isWanted(session.cwd))
    return {
      sessions: shown.flatMap(({ id, cwd: folder, firstWords }) => {
        return firstWords === undefined ? [] : [{ sessionId: id, cwd: folder, title: visible(firstWords) }]
      }),
    }
  }

  /** Goes on with an earlier session; shows the client the conversation so far, unless it knows it. */
  goOn(params: KnownSessionParams, client: SessionClient['client'], { replay }: { readonly replay: boolean }): object {
    const session = this.options.sessions.resume(params, this.clientOf(client))
    session.resumed({ replay })
    this.begin(session, params)
    return {}
  }

  async prompt({ sessionId, text }: PromptParams, signal: AbortSignal): Promise<PromptResponse> {
    return { stopReason: await this.options.sessions.get(sessionId).prompt(text, signal) }
  }

  async closeSession(sessionId: string): Promise<object> {
    await this.options.sessions.close(sessionId)
    return {}
  }

  private begin({ menu }: ClientSession, { mcpServerCount }: NewSessionParams): void {
    if (mcpServerCount > 0)
      this.options.warn(`the editor's MCP servers are left alone (${mcpServerCount}): dsh uses none`)
    menu.advertise()
  }

  private clientOf(client: SessionClient['client']): SessionClient {
    return { client, hasNotices: this.hasNotices }
  }
}

async function checkFolder(cwd: string): Promise<void> {
  let isFolder: boolean
  try {
    isFolder = (await stat(cwd)).isDirectory()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw invalidParams(`cwd names no folder: there is no ${visible(cwd)}`)
    throw invalidParams(`cwd cannot be used: ${visible(message)}`)
  }
  if (!isFolder) throw invalidParams(`cwd is no folder: ${visible(cwd)}`)
}
