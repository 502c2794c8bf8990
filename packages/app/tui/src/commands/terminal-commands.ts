import type { TerminalCommand } from './commands.ts'

/** What the commands do, in the terms of the terminal app. */
export interface CommandActions {
  readonly help: () => void
  readonly skills: () => void
  readonly model: (name: string) => void
  readonly resume: (id: string) => void
  readonly startAnew: () => void
  readonly leave: () => void
}

/** The commands, in the order of the menu. */
export function terminalCommands(actions: CommandActions): readonly TerminalCommand[] {
  return [
    { name: 'help', summary: 'commands and keys', run: actions.help },
    { name: 'skills', summary: 'skills: what is there, what is shadowed, what is broken and why', run: actions.skills },
    { name: 'model', operand: '[NAME]', summary: 'the model, or another one from now on', run: actions.model },
    { name: 'resume', operand: '[ID]', summary: 'go on with an earlier session', run: actions.resume },
    { name: 'new', summary: 'start a new session', run: actions.startAnew },
    { name: 'exit', summary: 'leave', run: actions.leave },
  ]
}
