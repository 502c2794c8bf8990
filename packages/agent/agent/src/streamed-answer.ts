import type { FinishReason, Message, ModelEvent, ReasoningField, TokenUsage, ToolCall } from '@deepseek-ai/dsh-llm'
import type { SessionEventBody } from '@deepseek-ai/dsh-session'
import { answerTooLarge, cutCalls, cutText, EMPTY_ANSWER, givenUp } from './messages.ts'
import { stub } from './stub.ts'
import { UnfinishedAnswerError } from './turn-error.ts'

/** Most text, reasoning and tool calls of one answer together, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 4_000_000
/** Most tool calls of one answer. */
export const MAX_ANSWER_CALLS = 128

/** Reasoning that a server left in the text, to its end or to that of the text. */
const THOUGHT = /^\s*<think(?:ing)?>.*?(?:<\/think(?:ing)?>|$)/s

/** Gathers what a model streams. */
export class StreamedAnswer {
  private readonly history: readonly Message[]
  private text = ''
  private reasoning = ''
  private reasoningField: ReasoningField | undefined
  private readonly calls: ToolCall[] = []
  private size = 0
  private finish: FinishReason | undefined
  private finishWord: string | undefined
  private usage: TokenUsage | undefined

  /** `history` is what the model answers to. */
  constructor(history: readonly Message[]) {
    this.history = history
  }

  /** Throws `UnfinishedAnswerError` when the answer outgrows its limits. */
  add(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
        this.text += event.text
        this.size += event.text.length
        break
      case 'reasoning':
        this.reasoning += event.text
        this.reasoningField ??= event.field
        this.size += event.text.length
        break
      case 'tool-call':
        this.calls.push(event.call)
        this.size += event.call.id.length + event.call.name.length + event.call.arguments.length
        break
      case 'finish':
        this.finish = event.reason
        this.finishWord = event.word
        this.usage = event.usage
        break
      case 'retry':
        break
    }
    if (this.isTooLarge) throw new UnfinishedAnswerError(answerTooLarge(MAX_ANSWER_LENGTH, MAX_ANSWER_CALLS))
  }

  /** The calls, each with an id of its own in the session: some endpoints give one id twice, or none. */
  toolCalls(): readonly ToolCall[] {
    if (this.calls.length === 0) return []
    const earlier = this.history.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    const taken = new Set(earlier.map((call) => call.id))
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
      ...(this.finishWord !== undefined && { finishWord: this.finishWord }),
      ...(this.usage && { usage: this.usage }),
    }
  }

  /** What there is of an answer that was cut off: its words, without calls; of one that is too large only the beginning. */
  partialMessage(): SessionEventBody & { readonly type: 'assistant/message' } {
    const kept = (text: string): string => (this.isTooLarge ? stub(text) : text)
    return {
      type: 'assistant/message',
      content: kept(this.text),
      ...(this.reasoning && { reasoning: kept(this.reasoning) }),
      ...(this.reasoning && this.reasoningField && { reasoningField: this.reasoningField }),
    }
  }

  /** Text, reasoning and calls together, in UTF-16 units. */
  get length(): number {
    return this.size
  }

  get isEmpty(): boolean {
    return this.text === '' && this.reasoning === ''
  }

  /** Why the turn cannot go on with this answer, for a person; `undefined` when it can. */
  get problem(): string | undefined {
    if (this.finish === 'other') return givenUp(this.finishWord)
    const cut = this.finish === 'length' || this.finish === 'content-filter' ? this.finish : undefined
    if (this.calls.length > 0) return cut && cutCalls(cut)
    const saysNothing = !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(this.text.replace(THOUGHT, ''))
    return saysNothing ? EMPTY_ANSWER[cut ?? 'none'] : cut && cutText(cut)
  }

  private get isTooLarge(): boolean {
    return this.size > MAX_ANSWER_LENGTH || this.calls.length > MAX_ANSWER_CALLS
  }
}
