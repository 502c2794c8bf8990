import { type Context, Logger } from '@deepseek-ai/cordis'

/** Sends warnings and errors that plugins log to `write`, a line each. The framework's own console would use stdout. */
export function exportLog(ctx: Context, write: (line: string) => void): void {
  const exporter = {
    colors: false as const,
    // The hosts tell the problems of skills themselves, each in its own way.
    levels: { default: 2, 'skill-problem': -1 },
    export(message: Parameters<typeof Logger.format>[1]): void {
      if (message.type === 'error' || message.type === 'warn')
        write(`${message.type}: ${Logger.format(exporter, message)}`)
    },
  }
  ctx.logger.exporter(exporter)
}
