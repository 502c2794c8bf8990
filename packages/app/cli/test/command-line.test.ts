import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../src/command-line.ts'
import { COMMANDS } from '../src/commands.ts'
import { UsageError } from '../src/usage-error.ts'

function errorOf(...argv: string[]): string {
  try {
    parseCommandLine(argv, COMMANDS)
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} — ${error.hint}`
    throw error
  }
  return 'no error'
}

describe('command line', () => {
  it('splits options and operands', () => {
    const line = parseCommandLine(['run', '--cwd', 'x', '--offline', 'do it'], COMMANDS)
    expect(line).toMatchObject({
      kind: 'run',
      invocation: { operands: ['do it'], options: { cwd: 'x', offline: true } },
    })
  })

  it('takes words after -- as they are', () => {
    expect(parseCommandLine(['run', '--', '--offline'], COMMANDS)).toMatchObject({
      invocation: { operands: ['--offline'] },
    })
  })

  it.each([
    [['runn', 'x'], 'unknown command: runn — did you mean dsh run?'],
    [['skills', 'lst'], 'unknown command: lst — did you mean dsh skills list?'],
    [['frobnicate'], 'unknown command: frobnicate — dsh --help lists the commands'],
    [['--ofline'], 'unknown option: --ofline — did you mean --offline?'],
    [['--zzzzzzzz'], 'unknown option: --zzzzzzzz — dsh --help lists the options'],
    [['--offline', 'hello'], 'unexpected argument: hello — quote words that belong together; dsh --help'],
    [['run', '--ofline', 'x'], 'unknown option: --ofline — did you mean --offline?'],
    [['run', '--zzzzzzzz', 'x'], 'unknown option: --zzzzzzzz — dsh run --help lists the options'],
    [['run', '--cwd'], '--cwd needs a value — write --cwd DIR'],
    [['skills', 'list', '--cwd', '--json'], '--cwd needs a value — write --cwd DIR'],
    [['skills', 'list', 'x'], 'unexpected argument: x — dsh skills list takes no words; dsh skills list --help'],
    [['help', 'nope'], 'unknown command: nope — dsh --help lists the commands'],
    [['run', '--cwd='], '--cwd needs a value — write --cwd DIR'],
    [['run', '--offline=yes', 'x'], '--offline takes no value — write --offline alone'],
    [['run', '--toString', 'x'], 'unknown option: --toString — dsh run --help lists the options'],
    [['run'], '"PROMPT" is missing — for example: dsh run --offline "How do I add a skill provider?"'],
    [['run', 'a', 'b'], 'unexpected argument: b — quote words that belong together; dsh run --help'],
    [['\u001B[2Jx'], 'unknown command: \\u{1b}[2Jx — dsh --help lists the commands'],
  ])('%j is refused with what to do', (argv, message) => {
    expect(errorOf(...argv)).toBe(message)
  })

  it.each([[[]], [['--offline']], [['--cwd', 'run']]])('%j is the app itself', (argv) => {
    expect(parseCommandLine(argv, COMMANDS)).toMatchObject({ kind: 'run', command: { words: [] } })
  })

  it.each([[['--help']], [['-h']], [['help']], [['skills']], [['skills', '--help']]])(
    '%j shows the commands',
    (argv) => {
      const line = parseCommandLine(argv, COMMANDS)
      expect(line.kind === 'help' && line.text).toContain('dsh skills list')
    },
  )

  it('has an example for each command, and the example parses', () => {
    for (const command of COMMANDS) {
      const help = parseCommandLine([...command.words, '--help'], COMMANDS)
      expect(help.kind === 'help' && help.text).toContain(`Example: ${command.example}`)
      const words = command.example.match(/"[^"]*"|\S+/g)?.map((each) => each.replaceAll('"', '')) ?? []
      expect(parseCommandLine(words.slice(1), COMMANDS)).toMatchObject({
        kind: 'run',
        command: { words: command.words },
      })
    }
  })
})
