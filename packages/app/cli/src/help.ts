import type { Command, OptionHelp } from './command.ts'

/** Help for `dsh` as a whole, or for a group of commands such as `skills`. */
export function overview(commands: readonly Command[]): string {
  const lines = commands.map((command) => [callOf(command), command.summary] as const)
  const width = Math.max(...lines.map(([call]) => call.length))
  return [
    'Usage: dsh COMMAND [OPTION…]',
    '',
    ...lines.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'Options of a command: dsh COMMAND --help. Version: dsh --version.',
    `Example: ${commands[0]?.example ?? 'dsh --help'}`,
    '',
  ].join('\n')
}

/** Help for one command. */
export function commandHelp(command: Command): string {
  const options: Readonly<Record<string, OptionHelp>> = {
    ...command.options,
    help: { type: 'boolean', help: 'show this text' },
  }
  const lines = Object.entries(options).map(([name, { value, help }]) => {
    return [value === undefined ? `--${name}` : `--${name} ${value}`, help] as const
  })
  const width = Math.max(...lines.map(([option]) => option.length))
  return [
    `Usage: ${callOf(command)} [OPTION…]`,
    '',
    command.summary,
    '',
    ...lines.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
    '',
    `Example: ${command.example}`,
    '',
  ].join('\n')
}

function callOf(command: Command): string {
  return ['dsh', ...command.words, command.operands.usage].filter((word) => word !== '').join(' ')
}
