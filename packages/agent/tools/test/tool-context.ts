import type { PermissionRequest, ToolContext } from '@deepseek-ai/dsh-tools'

/** A context that refuses what asks, with what the tool asked for and made readable. */
export interface RecordingContext extends ToolContext {
  readonly requests: readonly PermissionRequest[]
  readonly added: readonly string[]
}

/** A tool context as the loop would make it. `allow` answers each request; roots that a tool adds become readable. */
export function toolContext(
  options: {
    cwd?: string
    signal?: AbortSignal
    readableRoots?: readonly string[]
    allow?: (request: PermissionRequest) => boolean | Promise<boolean>
  } = {},
): RecordingContext {
  const requests: PermissionRequest[] = []
  const added: string[] = []
  return {
    agentId: 'agent-1',
    sessionId: 'session-1',
    toolCallId: 'call-1',
    cwd: options.cwd ?? '/work',
    signal: options.signal ?? new AbortController().signal,
    readableRoots: () => [...(options.readableRoots ?? []), ...added],
    addReadableRoot: (path) => void added.push(path),
    requestPermission: async (request) => {
      requests.push(request)
      return (await options.allow?.(request)) ?? false
    },
    requests,
    added,
  }
}
