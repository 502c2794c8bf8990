import type { Tool } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'

/** A tool of the form `{ text }`. */
export function tool(name: string, execute: Tool['execute']): Tool {
  return {
    name,
    description: `The tool ${name}.`,
    kind: 'execute',
    input: z.object({ text: z.string() }),
    title: (input) => `${name} at ${(input as { text: string }).text}`,
    execute,
  }
}

/** Something to wait for. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
