import { deepFreeze, type Message } from '@deepseek-ai/dsh-llm'
import type { HeaderReason, RequestHeader } from '@deepseek-ai/dsh-session'
import type { Loop } from './loop.ts'

/**
 * The header of the next request, logged when it is the first of this loop instance or differs from the last one.
 *
 * Two headers are the same when they are the same JSON, byte for byte: then the requests are, too.
 */
export function nextHeader(loop: Loop, prefix: readonly Message[]): RequestHeader {
  const endpoint = loop.llm.endpointOf(loop.model.adapter)
  const text = JSON.stringify({
    adapter: loop.model.adapter,
    model: loop.model.model,
    ...(endpoint !== undefined && { endpoint }),
    parameters: loop.model.parameters ?? {},
    system: loop.system,
    tools: loop.tools.schemas(loop.scope),
    prefix,
  } satisfies RequestHeader)
  if (loop.header && JSON.stringify(loop.header) === text) return loop.header
  const header = deepFreeze(JSON.parse(text) as RequestHeader)
  loop.session.append({ type: 'request/header', reason: reasonFor(loop), ...header })
  loop.header = header
  return header
}

function reasonFor(loop: Loop): HeaderReason {
  if (loop.header) return 'change'
  return loop.session.isResumed ? 'resume' : 'initial'
}
