export type { Leaving, NamedModel, TerminalOptions } from './options.ts'
export { processTerminal } from './process-terminal.ts'
export { runTerminal } from './run-terminal.ts'
