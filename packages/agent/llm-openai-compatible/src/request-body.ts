import type { ModelRequest, ToolSchema } from '@deepseek-ai/dsh-llm'
import { wellFormed, wireMessages, wireName } from './wire-messages.ts'

/** The body of a request: the same text for the same request, always. Nothing is put in another order. */
export function requestBody(
  request: ModelRequest,
  options: { readonly alwaysReasoning: boolean; readonly withoutStreamOptions?: boolean },
): string {
  const { model, system, messages, tools, parameters } = request
  const body = {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...wireMessages(messages, options)],
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    temperature: parameters.temperature,
    max_tokens: parameters.maxOutputTokens,
    stream: true,
    ...(options.withoutStreamOptions !== true && { stream_options: { include_usage: true } }),
  }
  return JSON.stringify(body, wellFormed)
}

function wireTool({ name, description, parameters }: ToolSchema): object {
  return { type: 'function', function: { name: wireName(name), description, parameters } }
}
