import { temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { type CommandResult, type InProcessOptions, runInProcess } from './in-process.ts'

export interface RunHereOptions extends Partial<InProcessOptions> {
  /** Text of config.yaml. */
  readonly config?: string
  /** DSH_HOME; a new one that holds `config` when absent. */
  readonly dshHome?: string
}

/** Runs a command line in this process, with a config.yaml of its own. */
export function runHere(args: readonly string[], options: RunHereOptions = {}): Promise<CommandResult> {
  const { config, dshHome, cwd = temporaryFolder(), env, ...rest } = options
  const DSH_HOME = dshHome ?? temporaryTree(config === undefined ? {} : { 'config.yaml': config })
  return runInProcess(args, { ...rest, cwd, env: { DSH_HOME, ...env } })
}
