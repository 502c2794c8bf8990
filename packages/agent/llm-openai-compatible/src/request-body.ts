import type { AssistantMessage, Message, ModelRequest, ToolSchema } from '@deepseek-ai/dsh-llm'

/** The protocol has no flag for a tool that failed, so its result says so. */
const TOOL_ERROR_MARK = '[tool error] '

/**
 * The body of a request: the same text for the same request, always. Nothing is added or put in another order;
 * arguments of tool calls go back word for word, valid JSON or not.
 *
 * Reasoning goes back only with tool calls: DeepSeek demands it there, an empty one included, once a model thinks
 * (https://api-docs.deepseek.com/guides/thinking_mode), and takes no notice of it elsewhere. `alwaysReasoning` sends it
 * also when nothing in the history shows that the model thinks.
 */
export function requestBody(request: ModelRequest, options: { readonly alwaysReasoning: boolean }): string {
  const { model, system, messages, tools, parameters } = request
  const withReasoning = options.alwaysReasoning || messages.some((message) => hasReasoning(message))
  return JSON.stringify({
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap((message) => wireMessages(message, withReasoning)),
    ],
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    temperature: parameters.temperature,
    max_tokens: parameters.maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
  })
}

function hasReasoning(message: Message): boolean {
  return message.role === 'assistant' && message.reasoning !== undefined && message.reasoning !== ''
}

function wireMessages(message: Message, withReasoning: boolean): readonly object[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.content }]
    case 'assistant':
      return wireAssistant(message, withReasoning)
    case 'tool': {
      const content = message.isError ? TOOL_ERROR_MARK + message.content : message.content
      return [{ role: 'tool', tool_call_id: message.toolCallId, content }]
    }
  }
}

/** An answer that was cut off before it said anything is left out: endpoints refuse an empty one. */
function wireAssistant(
  { content, reasoning = '', toolCalls = [] }: AssistantMessage,
  withReasoning: boolean,
): readonly object[] {
  if (toolCalls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
  return [
    {
      role: 'assistant',
      content: content === '' ? null : content,
      ...(withReasoning && { reasoning_content: reasoning }),
      tool_calls: toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    },
  ]
}

function wireTool({ name, description, parameters }: ToolSchema): object {
  return { type: 'function', function: { name, description, parameters } }
}
