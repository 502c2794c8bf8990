import { LocalFileService } from '@deepseek-ai/dsh-fs'
import { isOpen, type LinkFollower, type PermissionRequest, type ToolContext } from '@deepseek-ai/dsh-tools'

/** A context that refuses what asks, with what the user was asked. */
export interface RecordingContext extends ToolContext {
  readonly requests: readonly PermissionRequest[]
}

/** A tool context as the loop would make it. `allow` answers each question; `folders` are those of loaded skills of the user. */
export function toolContext(
  options: {
    cwd?: string
    home?: string
    files?: LinkFollower
    signal?: AbortSignal
    folders?: readonly string[]
    allow?: (request: PermissionRequest) => boolean | Promise<boolean>
  } = {},
): RecordingContext {
  const { cwd = '/work', home = '/home/ann', files = new LocalFileService(), folders = [] } = options
  const { signal = new AbortController().signal } = options
  const rules = { home, dshHome: `${home}/.dsh`, privatePaths: [] }
  const loadedSkills = folders.map((folder) => ({ name: folder, folder }))
  const findSkillFolders = (name: string) => Promise.resolve([{ path: name, isOwn: true }])
  const requests: PermissionRequest[] = []
  return {
    agentId: 'agent-1',
    sessionId: 'session-1',
    toolCallId: 'call-1',
    cwd,
    home,
    signal,
    requestPermission: async (request) => {
      if (await isOpen(request, { cwd, rules, files, loadedSkills, findSkillFolders, signal })) return true
      requests.push(request)
      return (await options.allow?.(request)) ?? false
    },
    requests,
  }
}
