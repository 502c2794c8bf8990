import type { Command, OptionHelp } from './command.ts'

/** Help for `dsh` as a whole, or for a group of commands such as `skills`. */
export function overview(commands: readonly Command[]): string {
  const main = commands.find(({ words }) => words.length === 0)
  return [
    main ? 'Usage: dsh [COMMAND] [OPTION…]' : 'Usage: dsh COMMAND [OPTION…]',
    '',
    ...table(commands.map((command) => [callOf(command), command.summary])),
    '',
    ...(main ? ['Options of dsh alone:', ...table(optionRows(main)), ''] : []),
    'Options of a command: dsh COMMAND --help. Version: dsh --version.',
    `Example: ${commands[0]?.example ?? 'dsh --help'}`,
    '',
  ].join('\n')
}

/** Help for one command. */
export function commandHelp(command: Command): string {
  return [
    `Usage: ${callOf(command)} [OPTION…]`,
    '',
    command.summary,
    '',
    ...table(optionRows(command)),
    '',
    ...(command.exitCodes === undefined ? [] : [`Exit codes: ${command.exitCodes}.`]),
    `Example: ${command.example}`,
    '',
  ].join('\n')
}

function optionRows({ options }: Command): readonly (readonly [string, string])[] {
  const all: Readonly<Record<string, OptionHelp>> = {
    ...options,
    help: { type: 'boolean', help: 'show this text' },
  }
  return Object.entries(all).map(([name, { value, help }]) => {
    return [value === undefined ? `--${name}` : `--${name} ${value}`, help]
  })
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

function callOf(command: Command): string {
  return ['dsh', ...command.words, command.operands.usage].filter((word) => word !== '').join(' ')
}
