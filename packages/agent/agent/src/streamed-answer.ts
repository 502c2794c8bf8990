import type { FinishReason, ModelEvent, TokenUsage, ToolCall } from '@deepseek-ai/dsh-llm'
import type { SessionEventBody } from '@deepseek-ai/dsh-session'

/** Gathers what a model streams. */
export class StreamedAnswer {
  private text = ''
  private reasoning = ''
  private readonly calls: ToolCall[] = []
  private finish: FinishReason | undefined
  private usage: TokenUsage | undefined

  add(event: ModelEvent): void {
    if (event.type === 'text') this.text += event.text
    else if (event.type === 'reasoning') this.reasoning += event.text
    else if (event.type === 'tool-call') this.calls.push(event.call)
    else if (event.type === 'finish') {
      this.finish = event.reason
      this.usage = event.usage
    }
  }

  /** The calls, each with an id of its own: some endpoints give one id twice, or none. */
  toolCalls(): readonly ToolCall[] {
    const taken = new Set<string>()
    return this.calls.map((call) => {
      let id = call.id === '' ? 'call' : call.id
      for (let number = 2; taken.has(id); number += 1) id = `${call.id || 'call'}_${number}`
      taken.add(id)
      return { ...call, id }
    })
  }

  /** The whole answer. */
  message(): SessionEventBody {
    const toolCalls = this.toolCalls()
    return {
      ...this.partialMessage(),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(this.finish && { finish: this.finish }),
      ...(this.usage && { usage: this.usage }),
    }
  }

  /** What there is of an answer that was cut off: its words, without calls. */
  partialMessage(): SessionEventBody & { readonly type: 'assistant/message' } {
    return { type: 'assistant/message', content: this.text, ...(this.reasoning && { reasoning: this.reasoning }) }
  }

  get isEmpty(): boolean {
    return this.text === '' && this.reasoning === ''
  }

  /** Why the answer ends before its end; `undefined` when it does not. */
  get cut(): 'length' | 'content-filter' | undefined {
    return this.finish === 'length' || this.finish === 'content-filter' ? this.finish : undefined
  }
}
