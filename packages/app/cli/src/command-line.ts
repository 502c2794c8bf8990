import { type Command, type Invocation, parseOptionsOf } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'
import { visibleLine } from './visible-text.ts'

/** An import of `node:util` would load all that it exports, and take milliseconds of each start. */
const { parseArgs } = process.getBuiltinModule('node:util')

export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly invocation: Invocation }

/** Finds the command and splits its options. Throws `UsageError`. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const [first] = argv
  if (first === 'help' && argv.length > 1) return parseCommandLine([...argv.slice(1), '--help'], commands)
  if (first !== undefined && isHelp(first)) return { kind: 'help', text: overview(commands) }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  const command = commandOf(argv, commands)
  if (command) return parseInvocation(command, argv.slice(command.words.length))
  if (first === undefined) return { kind: 'help', text: overview(commands) }
  const group = commands.filter((each) => each.words.length > 1 && each.words[0] === first)
  if (group.length === 0)
    throw unknownCommand(
      first,
      commands.map((each) => each.words[0] ?? ''),
      'dsh',
    )
  const second = argv[1]
  if (second === undefined || isHelp(second)) return { kind: 'help', text: overview(group) }
  throw unknownCommand(
    second,
    group.map((each) => each.words[1] ?? ''),
    `dsh ${first}`,
  )
}

/** Options alone are for the command without words. */
function commandOf(argv: readonly string[], commands: readonly Command[]): Command | undefined {
  const [first] = argv
  if (first === undefined || first.startsWith('-')) return commands.find(({ words }) => words.length === 0)
  return commands.find(({ words }) => words.length > 0 && words.every((word, index) => argv[index] === word))
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

function unknownCommand(word: string, known: readonly string[], call: string): UsageError {
  const guess = nearest(word, known)
  const what = word.startsWith('-') ? 'option' : 'command'
  const hint = guess === undefined ? `${call} --help lists the commands` : `did you mean ${call} ${guess}?`
  return new UsageError(`unknown ${what}: ${visibleLine(word)}`, hint)
}

function parseInvocation(command: Command, argv: readonly string[]): CommandLine {
  const call = ['dsh', ...command.words].join(' ')
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: parseOptionsOf(command),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === 'option') checkOption(token, command, call)
  if (values['help'] === true) return { kind: 'help', text: commandHelp(command) }
  const { min, max, usage } = command.operands
  if (positionals.length < min) throw new UsageError(`${usage} is missing`, `for example: ${command.example}`)
  if (positionals.length > max) {
    const extra = visibleLine(positionals[max] ?? '')
    throw new UsageError(
      `unexpected argument: ${extra}`,
      command.words.length > 0 && max === 0
        ? `${call} takes no words; ${call} --help`
        : `quote words that belong together; ${call} --help`,
    )
  }
  const options = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
  return { kind: 'run', command, invocation: { options, operands: positionals } }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function checkOption(token: OptionToken, command: Command, call: string): void {
  if (token.name === 'help') return
  const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined
  if (!option) {
    const guess = nearest(token.name, Object.keys(command.options))
    throw new UsageError(
      `unknown option: ${visibleLine(token.rawName)}`,
      guess === undefined ? `${call} --help lists the options` : `did you mean --${guess}?`,
    )
  }
  const isSwallowed = token.inlineValue === false && token.value?.startsWith('--') === true
  if (option.type === 'string' && (token.value === undefined || token.value === '' || isSwallowed)) {
    throw new UsageError(`--${token.name} needs a value`, `write --${token.name} ${option.value ?? 'VALUE'}`)
  }
  if (option.type === 'boolean' && token.value !== undefined) {
    throw new UsageError(`--${token.name} takes no value`, `write --${token.name} alone`)
  }
}
