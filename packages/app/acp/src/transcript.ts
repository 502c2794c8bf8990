import type { AgentEvent } from '@deepseek-ai/dsh-agent'
import { describeCall } from '@deepseek-ai/dsh-agent'
import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import { excerpt, type ToolScope, type ToolService } from '@deepseek-ai/dsh-tools'
import { literal } from './literal.ts'
import { callUpdate, resultUpdate, type ShownCall, startedUpdate } from './tool-updates.ts'
import type { Voice } from './voice.ts'

type Chunk = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'

/** A first half of a character at the end of a piece: the second one comes with the next. */
const HALF_AT_END = /[\uD800-\uDBFF]$/

/**
 * What a session's client sees of the conversation: while it happens, and again from the log. A message or a call has the
 * same id both times, made of the place in the log where the request to the model stands that it came of.
 */
export class Transcript {
  private readonly scope: ToolScope
  private readonly tools: ToolService
  private readonly voice: Voice
  private readonly calls = new Map<string, ShownCall>()
  private readonly halves = new Map<Chunk, string>()
  private requestSeq = 0
  private running: string | undefined

  constructor(options: { readonly scope: ToolScope; readonly tools: ToolService; readonly voice: Voice }) {
    this.scope = options.scope
    this.tools = options.tools
    this.voice = options.voice
  }

  /** The call of a tool that runs now. */
  get runningCall(): ShownCall | undefined {
    return this.running === undefined ? undefined : this.calls.get(this.running)
  }

  /** Shows what an agent tells while it works. */
  live(event: AgentEvent): void {
    switch (event.type) {
      case 'text':
        this.piece('agent_message_chunk', event.text)
        return
      case 'reasoning':
        this.piece('agent_thought_chunk', event.text)
        return
      case 'tool/start':
        this.running = this.callId(event.toolCallId)
        void this.voice.update(startedUpdate(this.running))
        return
      case 'retry': {
        const seconds = Math.ceil(event.delayMs / 1000)
        this.voice.notice({ severity: 'info', title: `Trying again in ${seconds} s: ${event.message}` })
        return
      }
      case 'session':
        if (event.event.type === 'assistant/message') this.flushHalves()
        if (event.event.type === 'notice') this.voice.notice({ severity: 'warning', title: event.event.message })
        this.logged(event.event)
        return
    }
  }

  /** Shows a conversation from its log. */
  replay(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.type === 'user/message') {
        this.chunk('user_message_chunk', `user-${event.seq}`, event.skill?.typed ?? event.content)
      } else if (event.type === 'assistant/message') {
        this.chunk('agent_thought_chunk', this.messageId('agent_thought_chunk'), event.reasoning ?? '')
        this.chunk('agent_message_chunk', this.messageId('agent_message_chunk'), event.content)
      } else if (event.type === 'turn/end' && event.error !== undefined) {
        this.chunk('agent_message_chunk', `end-${event.seq}`, literal(event.error))
      }
      this.logged(event)
    }
  }

  /** Shows what the user should know of the resume at the end of a log. */
  resumed(events: readonly SessionEvent[]): void {
    const resumedAt = events.findLastIndex((event) => event.type === 'session/resume')
    for (const event of events.slice(resumedAt))
      if (event.type === 'notice') this.voice.notice({ severity: 'warning', title: event.message })
  }

  /** What is shown in the same way when it happens and later. */
  private logged(event: SessionEvent): void {
    if (event.type === 'request/start') this.requestSeq = event.seq
    if (event.type === 'assistant/message') for (const call of event.toolCalls ?? []) this.called(call)
    if (event.type === 'tool/result') {
      const id = this.callId(event.toolCallId)
      void this.voice.update(resultUpdate(id, event.content, event.isError === true))
      if (this.running === id) this.running = undefined
    }
  }

  private called(call: ToolCall): void {
    const { tools, scope } = this
    const kind = tools.get(call.name, scope)?.kind ?? 'other'
    const shown = {
      id: this.callId(call.id),
      toolName: excerpt(call.name, 64),
      kind,
      ...describeCall(call, tools, scope),
    }
    this.calls.set(shown.id, shown)
    void this.voice.update(callUpdate(shown))
  }

  /** Models use the ids of their calls again, the protocol does not. */
  private callId(toolCallId: string): string {
    return `${this.requestSeq}-${toolCallId}`
  }

  private messageId(chunk: Chunk): string {
    return `${chunk === 'agent_message_chunk' ? 'answer' : 'thought'}-${this.requestSeq}`
  }

  private piece(chunk: Chunk, text: string): void {
    const whole = (this.halves.get(chunk) ?? '') + text
    const half = HALF_AT_END.exec(whole)?.[0] ?? ''
    this.halves.set(chunk, half)
    this.chunk(chunk, this.messageId(chunk), whole.slice(0, whole.length - half.length))
  }

  /** Of an answer that has come to its end: no second half will come. */
  private flushHalves(): void {
    for (const [chunk, half] of this.halves) this.chunk(chunk, this.messageId(chunk), half)
    this.halves.clear()
  }

  private chunk(sessionUpdate: Chunk, messageId: string, text: string): void {
    if (text !== '') void this.voice.update({ sessionUpdate, messageId, content: { type: 'text', text } })
  }
}
