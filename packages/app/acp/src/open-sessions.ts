import type { AgentContext } from '@agentclientprotocol/sdk'
import type { Context } from '@deepseek-ai/cordis'
import type { ModelChoice } from '@deepseek-ai/dsh-agent'
import { chooseFolder, resolvePrompt, SessionFolderError, ToldSkills } from '@deepseek-ai/dsh-host-kit'
import type { Session, SessionInfo } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-skill'
import type {} from '@deepseek-ai/dsh-tools'
import { ClientSession } from './client-session.ts'
import { invalidParams, type KnownSessionParams } from './params.ts'
import { askClient } from './permission.ts'
import { conflict, sessionNotOpen } from './request-failure.ts'
import { SkillMenu } from './skill-menu.ts'
import { Transcript } from './transcript.ts'
import { Voice } from './voice.ts'

export interface OpenSessionsOptions {
  readonly ctx: Context
  readonly model: ModelChoice
  /** Folder for what this person was told about the skills of projects. Without it each session tells it again. */
  readonly toldDirectory?: string | undefined
  /** Aborted when nobody is left to answer a question. */
  readonly isAlone: AbortSignal
}

/** The client that a session is opened for. */
export interface SessionClient {
  readonly client: AgentContext
  readonly hasNotices: boolean
}

/** The sessions that one client has open. */
export class OpenSessions {
  private readonly options: OpenSessionsOptions
  private readonly open = new Map<string, ClientSession>()
  private readonly told: ToldSkills
  private isOver = false

  constructor(options: OpenSessionsOptions) {
    this.options = options
    this.told = new ToldSkills(options.toldDirectory)
  }

  /** A new one, in the folder `cwd`. Throws `SessionError`. */
  create(cwd: string, client: SessionClient): ClientSession {
    this.checkOpen()
    return this.opened(this.options.ctx.sessions.create({ cwd }), client)
  }

  /** An earlier one; moves to `cwd` when its own folder is gone. Throws `SessionError`, and `RequestError` when it belongs to another folder. */
  resume({ sessionId, cwd }: KnownSessionParams, client: SessionClient): ClientSession {
    this.checkOpen()
    try {
      return this.opened(
        this.options.ctx.sessions.resume(sessionId, { chooseCwd: chooseFolder(sessionId, cwd) }),
        client,
      )
    } catch (error) {
      throw error instanceof SessionFolderError
        ? invalidParams(error.reason === 'gone' ? `${error.message} Load it from its new place.` : error.message)
        : error
    }
  }

  /** All that could be gone on with, open ones among them; the newest first. Throws `SessionError`. */
  known(): readonly SessionInfo[] {
    return this.options.ctx.sessions.list()
  }

  /** Throws `RequestError` when none of that id is open. */
  get(sessionId: string): ClientSession {
    const session = this.open.get(sessionId)
    if (!session) throw sessionNotOpen(sessionId)
    return session
  }

  find(sessionId: string): ClientSession | undefined {
    return this.open.get(sessionId)
  }

  /** Throws `RequestError` when none of that id is open. */
  async close(sessionId: string): Promise<void> {
    const session = this.get(sessionId)
    this.open.delete(sessionId)
    await session.close()
  }

  /** Closes all of them, and opens no more; what the system refuses is reported. */
  async closeAll(): Promise<void> {
    this.isOver = true
    const endings = await Promise.allSettled(Array.from(this.open.keys(), (sessionId) => this.close(sessionId)))
    for (const ending of endings) if (ending.status === 'rejected') this.options.ctx.logger.error(ending.reason)
  }

  /** Resolves when all that was to be advertised is. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.open.values(), ({ menu }) => menu.settled()))
  }

  private checkOpen(): void {
    if (this.isOver) throw conflict('The service is coming to its end.')
  }

  private opened(session: Session, { client, hasNotices }: SessionClient): ClientSession {
    const { ctx, model, isAlone } = this.options
    const { id: sessionId, cwd } = session
    const voice = new Voice({ client, sessionId, hasNotices })
    const agent = ctx.agents.create({
      session,
      model,
      requestPermission: (request, signal) => {
        const question = { client, sessionId, request, call: transcript.runningCall }
        return askClient(question, AbortSignal.any([signal, isAlone]))
      },
    })
    const transcript = new Transcript({ scope: agent.scope, tools: ctx.tools, voice })
    const menu = new SkillMenu(ctx, { voice, cwd, told: this.told })
    const opened = new ClientSession({
      agent,
      voice,
      menu,
      transcript,
      resolve: (text, signal) => resolvePrompt(ctx, text, { cwd, signal }),
    })
    this.open.set(sessionId, opened)
    return opened
  }
}
