import { type AgentContext, methods, type SessionUpdate } from '@agentclientprotocol/sdk'
import { literal, literalLine } from './literal.ts'

/** Something the user should know that is no part of the conversation. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error'
  /** One line. */
  readonly title: string
  readonly details?: string
}

/**
 * How one session speaks to its client. What it says goes out in order, before the answer to a request that is given
 * later; when the client is gone it goes nowhere.
 */
export class Voice {
  private readonly client: AgentContext
  private readonly sessionId: string
  private readonly hasNotices: boolean
  private isInTurn = false
  private waiting: Notice[] = []
  private count = 0

  constructor(options: {
    readonly client: AgentContext
    readonly sessionId: string
    /** The client can show notices. */
    readonly hasNotices: boolean
  }) {
    this.client = options.client
    this.sessionId = options.sessionId
    this.hasNotices = options.hasNotices
  }

  /** Whether a notice reaches the user now, rather than in the next turn. */
  get isHeard(): boolean {
    return this.hasNotices || this.isInTurn
  }

  /** Resolves when the update is written, or the client is gone. */
  async update(update: SessionUpdate): Promise<void> {
    try {
      await this.client.notify(methods.client.session.update, { sessionId: this.sessionId, update })
    } catch {
      // The connection is closed: who serves it knows.
    }
  }

  /** Shows a notice; to a client without notices as a message of the agent's, in this turn or else the next. */
  notice(notice: Notice): void {
    const { severity, title, details } = notice
    if (this.hasNotices) {
      const description = details && literal(details)
      void this.update({
        sessionUpdate: 'notice',
        severity,
        title: literalLine(title),
        ...(description && { description }),
      })
    } else if (this.isInTurn) this.say(notice)
    else this.waiting.push(notice)
  }

  /** From here to the end of `turn` the agent may send messages. */
  async duringTurn<Result>(turn: () => Promise<Result>): Promise<Result> {
    this.isInTurn = true
    for (const notice of this.waiting.splice(0)) this.say(notice)
    try {
      return await turn()
    } finally {
      this.isInTurn = false
    }
  }

  private say({ title, details }: Notice): void {
    const text = [literal(title), ...(details === undefined ? [] : [literal(details)]), ''].join('\n\n')
    const messageId = `notice-${++this.count}`
    void this.update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } })
  }
}
