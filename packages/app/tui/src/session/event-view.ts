import type { AgentEvent } from '@deepseek-ai/dsh-agent'
import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import type { Answer } from '../view/answer.ts'
import type { Fold } from '../view/fold.ts'
import type { Style } from '../view/style.ts'
import type { Transcript } from '../view/transcript.ts'

export interface EventViewOptions {
  readonly transcript: Transcript
  readonly style: Style
  /** The tool's own words for a call. */
  readonly titleOf: (call: ToolCall) => string
}

/** Puts what happens in a session into the transcript: piece by piece while it happens, or from its log. */
export class EventView {
  private readonly options: EventViewOptions
  private answer: Answer | undefined
  private thought: Fold | undefined
  private readonly calls = new Map<string, Fold>()
  /** Error of the last turn that ended, as it was shown. */
  private shownError: string | undefined

  constructor(options: EventViewOptions) {
    this.options = options
  }

  /** What the agent tells. Retries are for the caller to show: they pass. */
  show(event: AgentEvent): void {
    switch (event.type) {
      case 'session':
        this.showLogged(event.event)
        return
      case 'text':
        this.answer ??= this.options.transcript.answer()
        this.answer.append(event.text)
        return
      case 'reasoning':
        this.think(event.text)
        return
      case 'tool/start':
        this.startCall(event.toolCallId, event.title)
        return
      case 'retry':
        return
    }
  }

  /** A log from its start. */
  replay(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.showLogged(event)
      if (event.type !== 'assistant/message') continue
      for (const call of event.toolCalls ?? []) this.startCall(call.id, this.options.titleOf(call))
    }
  }

  /** A turn failed. Shown once, also when its end could be logged. */
  showFailure(error: string): void {
    if (error !== this.shownError) this.options.transcript.notice('error', error)
    this.shownError = undefined
  }

  private showLogged(event: SessionEvent): void {
    const { transcript, style } = this.options
    switch (event.type) {
      case 'request/header':
        for (const { content } of event.prefix) this.note(`in front of the conversation (${event.reason})`, content)
        return
      case 'user/message':
        transcript.user(event.skill?.typed ?? event.content)
        if (event.skill)
          transcript.fold({ mark: style.good('✓'), title: `Load skill ${event.skill.name}`, body: event.content })
        return
      case 'reminder':
        this.note(`told to the model (${event.code})`, event.content)
        return
      case 'assistant/message':
        this.finishAnswer(event)
        return
      case 'tool/result':
        this.finishCall(event)
        return
      case 'notice':
        transcript.notice('warning', event.message)
        return
      case 'turn/end':
        this.endTurn(event)
        return
      case 'session/start':
      case 'session/resume':
      case 'request/start':
      case 'root/readable':
      case 'turn/start':
        return
    }
  }

  private note(title: string, body: string): void {
    this.options.transcript.fold({ mark: this.options.style.dim('·'), title, body })
  }

  private think(text: string): void {
    const { transcript, style } = this.options
    this.thought ??= transcript.fold({ mark: style.dim('·'), title: 'thinking', body: '' })
    this.thought.append(text)
  }

  private finishAnswer({ content, reasoning }: SessionEvent & { readonly type: 'assistant/message' }): void {
    if (reasoning !== undefined && !this.thought) this.think(reasoning)
    this.thought?.setContent({ title: 'thought' })
    if (content !== '') {
      this.answer ??= this.options.transcript.answer()
      this.answer.setText(content)
    }
    this.answer = undefined
    this.thought = undefined
  }

  private startCall(id: string, title: string): void {
    const { transcript, style } = this.options
    this.calls.set(id, transcript.fold({ mark: style.accent('●'), title, body: '' }))
  }

  private finishCall(event: SessionEvent & { readonly type: 'tool/result' }): void {
    const { style } = this.options
    if (!this.calls.has(event.toolCallId)) this.startCall(event.toolCallId, event.toolName)
    const mark = event.isError === true ? style.bad('✗') : style.good('✓')
    this.calls.get(event.toolCallId)?.setContent({ mark, body: event.content })
    this.calls.delete(event.toolCallId)
  }

  private endTurn({ status, error }: SessionEvent & { readonly type: 'turn/end' }): void {
    this.answer = undefined
    this.thought = undefined
    this.calls.clear()
    this.shownError = error
    if (status === 'cancelled') this.options.transcript.notice('note', 'cancelled')
    if (status === 'failed') this.options.transcript.notice('error', error ?? 'The turn failed.')
  }
}
