import { join } from 'node:path'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import type { ToolResult } from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import { toolContext } from '../../../agent/tools/test/tool-context.ts'
import { mountAgent } from '../src/mount-agent.ts'
import { loadSettings } from '../src/settings/load.ts'
import type { CheckReport } from '../src/skills/check-run.ts'
import type { Explanation } from '../src/skills/explanation.ts'
import { type CommandResult, runInProcess } from './in-process.ts'

/** Everything that tells of the skills of one folder. */
export interface Surfaces {
  /** Absolute path of something in the tree. */
  readonly at: (path: string) => string
  /** `dsh` with these words, in the working folder. */
  readonly run: (...args: readonly string[]) => Promise<CommandResult>
  readonly list: () => Promise<SkillInspection>
  readonly listText: () => Promise<string>
  readonly explain: (subject: string) => Promise<Explanation>
  readonly check: (...paths: readonly string[]) => Promise<CheckReport & { readonly code: number }>
  readonly catalog: () => Promise<string>
  readonly show: (name: string) => Promise<CommandResult>
  /** The catalog that the agent puts in front of a new session, in the working folder or another one. */
  readonly prefix: (cwd?: string) => Promise<string>
  /** The agent's own `skill` tool, called in the working folder or another one. */
  readonly tool: (name: string, cwd?: string) => Promise<ToolResult>
}

export interface SurfacesOptions {
  /** Path in the tree; `R` when absent. */
  readonly cwd?: string
  /** Text of config.yaml. */
  readonly config?: string
}

/** The skills of a temporary tree, the user's home in its `home`, on every surface of `dsh`. */
export function openSurfaces(tree: Tree, options: SurfacesOptions = {}): Surfaces {
  const { cwd: folder = 'R', config } = options
  const root = temporaryTree(config === undefined ? tree : { ...tree, 'home/.dsh/config.yaml': config })
  const at = (path: string): string => join(root, path)
  const [cwd, home] = [at(folder), at('home')]
  const run: Surfaces['run'] = (...args) => runInProcess(args, { cwd, home })
  const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).stdout)
  return {
    at,
    run,
    list: async () => (await json('skills', 'list')) as SkillInspection,
    listText: async () => (await run('skills', 'list')).stdout,
    explain: async (subject) => (await json('skills', 'explain', subject)) as Explanation,
    check: async (...paths) => {
      const { code, stdout } = await run('skills', 'check', ...paths, '--json')
      return { code, ...(JSON.parse(stdout) as CheckReport) }
    },
    catalog: async () => (await run('skills', 'catalog')).stdout,
    show: (name) => run('skills', 'show', name),
    ...agentSurfaces(cwd, home),
  }
}

function agentSurfaces(folder: string, home: string): Pick<Surfaces, 'prefix' | 'tool'> {
  let mounted: ReturnType<typeof mountAgent> | undefined
  const mount = async () => {
    const settings = loadSettings({ env: {}, home })
    mounted ??= mountAgent(settings, { adapter: 'offline', model: 'offline', reason: 'asked' }, () => {})
    return (await mounted).ctx
  }
  onTestFinished(async () => (await mounted)?.dispose())
  return {
    prefix: async (cwd = folder) => {
      const ctx = await mount()
      const session = ctx.sessions.create({ cwd })
      const agent = ctx.agents.create({ session, model: { adapter: 'offline', model: 'offline' } })
      const { signal } = new AbortController()
      const messages = await ctx.waterfall('agent/session-prefix', agent, Object.freeze([]), signal, async () => [])
      await agent.dispose()
      return messages.map(({ content }) => content).join('\n')
    },
    tool: async (name, cwd = folder) => {
      const ctx = await mount()
      return ctx.tools.execute({ name: 'skill', arguments: JSON.stringify({ name }) }, toolContext({ cwd }))
    },
  }
}
