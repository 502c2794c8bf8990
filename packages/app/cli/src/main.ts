import { constants, createReadStream, fstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { parseCommandLine } from './command-line.ts'
import { type CommandIo, EXIT } from './command-io.ts'
import { COMMANDS } from './commands.ts'
import { ownVersion } from './own-version.ts'
import { UsageError } from './usage-error.ts'
import { visibleText } from './visible-text.ts'

/** The bits of the flags of a descriptor that say whether it can be read and written. */
const ACCESS_MODE = 0o3
/** How long an interrupted process waits for its output to be taken. */
const LAST_OUTPUT_MS = 1000

/** Runs the command line `argv` and tells the exit code. Never rejects. */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    const line = parseCommandLine(argv, COMMANDS)
    if (line.kind === 'help') {
      io.stdout.write(line.text)
      return EXIT.ok
    }
    if (line.kind === 'version') {
      io.stdout.write(`${ownVersion()}\n`)
      return EXIT.ok
    }
    const { run } = await line.command.load()
    return await run(line.invocation, io)
  } catch (error) {
    // The outermost edge: whatever went wrong becomes a line that a person can act on.
    return reportError(error, io)
  }
}

function reportError(error: unknown, io: CommandIo): number {
  if (io.signal.aborted) return EXIT.interrupted
  const message = error instanceof Error ? error.message : String(error)
  io.stderr.write(`dsh: ${visibleText(message)}\n`)
  if (!(error instanceof UsageError)) return EXIT.failed
  io.stderr.write(`     ${visibleText(error.hint)}\n`)
  return EXIT.usage
}

/**
 * Runs `dsh` in this process. The first Ctrl-C asks the command to end (or to give up what it does at the moment), one
 * more ends the process.
 */
export async function main(): Promise<void> {
  const controller = new AbortController()
  let onInterrupt: (() => boolean) | undefined
  const end = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(new Error('interrupted'))
  }
  const interrupt = (): void => {
    if (controller.signal.aborted || onInterrupt?.() !== true) end()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  const { stdout, stderr, env } = process
  stdout.once('error', (error) => loseReader(error, controller))
  stdout.on('error', () => {}) // Told of once, above.
  // What is told beside the answers may be lost: the answers go on. Nothing is written here, it would fail once more.
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = EXIT.failed
  })
  const io: CommandIo = {
    stdin: standardInput(),
    hasPipedInput: isPiped(fstatSync(0)),
    stdout,
    isAnswerLost: isOpenedByNode(1),
    stderr,
    env,
    cwd: currentFolder(),
    home: env['HOME'] || homedir(),
    signal: controller.signal,
    onInterrupt(listener) {
      onInterrupt = listener
      return () => (onInterrupt = undefined)
    },
  }
  const code = await runCommandLine(process.argv.slice(2), io)
  process.exitCode ??= code
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', end)
  process.off('SIGHUP', end)
  // Output that nobody takes would hold an interrupted process up for good.
  if (controller.signal.aborted) setTimeout(() => process.exit(), LAST_OUTPUT_MS).unref()
}

/** A reader that goes away, e.g. `dsh skills list | head -1`, is no fault of ours; a full disk is one to tell of. */
function loseReader(error: NodeJS.ErrnoException, controller: AbortController): void {
  if (error.code !== 'EPIPE') {
    process.exitCode = EXIT.failed
    process.stderr.write(`dsh: the output cannot be written: ${error.message}\n`)
  }
  controller.abort(error)
}

/** A folder as stdin is told of when it is read; Node's own stream has it end at once. */
function standardInput(): CommandIo['stdin'] {
  return fstatSync(0).isDirectory() ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin
}

/**
 * Whether a descriptor was closed when the process started: Node then opens /dev/null in its place, for reading and writing.
 * A program that starts us may have done the same; a shell's `> /dev/null` is for writing alone, and is a wish. False where
 * the system does not tell.
 */
function isOpenedByNode(descriptor: number): boolean {
  try {
    if (fstatSync(descriptor).rdev !== statSync('/dev/null').rdev) return false
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? ''
    return (Number.parseInt(flags, 8) & ACCESS_MODE) === constants.O_RDWR
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // No such device, or no /proc.
    throw error
  }
}

/** A terminal, /dev/null and a folder are none of these. */
function isPiped(stats: Stats): boolean {
  return stats.isFIFO() || stats.isSocket() || stats.isFile()
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    // The folder we were started in is gone. The shell's name for it makes an error message that a person understands.
    return process.env['PWD'] || '/'
  }
}
