import type { Style } from '../view/style.ts'
import type { TerminalCommand } from './commands.ts'

const KEYS = [
  ['Enter', 'send; while the agent works, put in before its next step'],
  ['Shift-Enter, Alt-Enter, \\ Enter', 'new line'],
  ['↑ ↓', 'what you sent before'],
  ['Esc', 'cancel what goes on'],
  ['Ctrl-O', 'open or close loaded skills and results'],
  ['Ctrl-Z', 'stop the app, and fg goes on'],
  ['Ctrl-C twice, Ctrl-D', 'leave'],
] as const

/** What `/help` shows. Safe lines. */
export function helpText(commands: readonly TerminalCommand[], { bold, accent }: Style): readonly string[] {
  const calls = commands.map(({ name, operand, summary }) => {
    return [operand === undefined ? `/${name}` : `/${name} ${operand}`, summary] as const
  })
  const skill = ['/skill:NAME [WORDS]', 'start a skill, with your words as its request'] as const
  return [
    bold(accent('Commands')),
    ...table([...calls, skill]),
    '',
    bold(accent('Keys')),
    ...table(KEYS),
    '',
    'Pasted text is never a command.',
  ]
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
