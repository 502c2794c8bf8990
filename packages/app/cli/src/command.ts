import type { ParseArgsOptionsConfig } from 'node:util'
import type { CommandIo } from './command-io.ts'

/** What was typed, split by the command's own options. */
export interface Invocation {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

export interface OptionHelp {
  readonly type: 'string' | 'boolean'
  /** Stands for the value in the help, e.g. `DIR`. */
  readonly value?: string
  readonly help: string
}

/** One command of `dsh`. */
export interface Command {
  /** The words that call it, e.g. `['skills', 'list']`; none for `dsh` itself. */
  readonly words: readonly string[]
  readonly summary: string
  /** Names of the operands; `min` and `max` bound their number. */
  readonly operands: { readonly usage: string; readonly min: number; readonly max: number }
  readonly options: Readonly<Record<string, OptionHelp>>
  readonly example: string
  /** What its exit codes tell, where that is more than whether it worked. */
  readonly exitCodes?: string
  /** Loads the code that runs it: help and other commands do not pay for it. */
  readonly load: () => Promise<{ readonly run: (invocation: Invocation, io: CommandIo) => Promise<number> }>
}

/** The command's options as `node:util` wants them. */
export function parseOptionsOf(command: Command): ParseArgsOptionsConfig {
  const entries = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const)
  return { ...Object.fromEntries(entries), help: { type: 'boolean', short: 'h' } }
}
