import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { parseCommandLine } from './command-line.ts'
import { type CommandIo, EXIT } from './command-io.ts'
import { COMMANDS } from './commands.ts'
import { UsageError } from './usage-error.ts'
import { visibleText } from './visible-text.ts'

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

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}

function reportError(error: unknown, io: CommandIo): number {
  if (io.signal.aborted) return EXIT.interrupted
  const message = error instanceof Error ? error.message : String(error)
  io.stderr.write(`dsh: ${visibleText(message)}\n`)
  if (!(error instanceof UsageError)) return EXIT.failed
  io.stderr.write(`     ${visibleText(error.hint)}\n`)
  return EXIT.usage
}

/** Runs `dsh` in this process. The first Ctrl-C asks the command to end, the second one ends the process. */
export async function main(): Promise<void> {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(new Error('interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  // A reader that goes away, e.g. `dsh skills list | head -1`, is no fault of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      controller.abort(new Error('the reader of our output is gone'))
    })
  }
  const { stdin, stdout, stderr, env } = process
  const io: CommandIo = {
    stdin,
    stdout,
    stderr,
    env,
    cwd: currentFolder(),
    home: env['HOME'] || homedir(),
    signal: controller.signal,
  }
  process.exitCode = await runCommandLine(process.argv.slice(2), io)
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    // The folder we were started in is gone. The shell's name for it makes an error message that a person understands.
    return process.env['PWD'] || '/'
  }
}
