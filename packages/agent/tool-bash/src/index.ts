import type { Context } from '@deepseek-ai/cordis'
import { createBashTool } from './bash-tool.ts'
import { Config } from './config.ts'
import { outlivesUs } from './messages.ts'
import { RunningCommands } from './running-commands.ts'

export { Config }

export const name = 'tool-bash'

export const inject = ['tools']

/** Registers the `bash` tool. Commands that run when the plugin goes are ended, and waited for. */
export function apply(ctx: Context, config?: Config): void {
  const running = new RunningCommands()
  ctx.effect(() => {
    const killAll = (): void => running.killAll()
    process.on('exit', killAll)
    return async () => {
      const left = await running.end()
      process.off('exit', killAll)
      if (left.length > 0) ctx.logger.warn('%s', outlivesUs(left))
    }
  }, 'running commands')
  ctx.tools.register(createBashTool(Config.parse(config), process.env, running))
}
