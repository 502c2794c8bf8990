import { allowedKinds } from '../allowed-kinds.ts'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { modelFor } from '../model-options.ts'
import { mountAgent } from '../mount-agent.ts'
import { openSession } from '../open-session.ts'
import { loadSettings } from '../settings/load.ts'
import { visibleLine } from '../visible-text.ts'
import { workingFolder } from '../working-folder.ts'
import { guardAgainstCrash } from './crash.ts'
import { endpointFor, modelNamer, named } from './models.ts'
import { stopProcess } from './stop-process.ts'
import { signalOfTerminal } from './terminal-signal.ts'
import { Warnings } from './warnings.ts'

/** `dsh`: the terminal app, or the app for pipes where there is no terminal. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  if (isInteractive(io)) return await runInTerminal(invocation, io)
  const stdio = await import('../stdio/command.ts')
  return await stdio.run(invocation, io)
}

function isInteractive({ stdin, stdout, env }: CommandIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb'
}

/** Exits with 0 when the user left, whatever became of the turns: they were there to see it. */
async function runInTerminal({ options }: Invocation, io: CommandIo): Promise<number> {
  const { processTerminal, runTerminal } = await import('@deepseek-ai/dsh-tui')
  const folder = workingFolder(options['cwd'], io.cwd)
  const resumeCall = (id: string): string => `dsh --resume ${id}`
  const place = { folder, current: io.cwd, resumeCall }
  const settings = loadSettings(io)
  const choice = modelFor(options, io.env, settings)
  const warnings = new Warnings()
  const endpoint = endpointFor(options, io.env, settings) ?? choice
  const { ctx, dispose } = await mountAgent(settings, endpoint, (line) => warnings.add(line))
  const guard = guardAgainstCrash(io.stderr)
  try {
    const { sessionId } = await runTerminal(ctx, {
      terminal: processTerminal(),
      cwd: folder,
      session: options['resume'] === undefined ? undefined : openSession(ctx.sessions, options, place),
      createSession: () => openSession(ctx.sessions, {}, place),
      model: named(choice),
      modelNamed: modelNamer(options, io.env, settings),
      allowedKinds: allowedKinds(options),
      toldDirectory: settings.toldDirectory,
      hasColor: (io.env['NO_COLOR'] ?? '') === '',
      onWarning: (listener) => warnings.listen(listener),
      onTaken: (giveBack) => guard.onTaken(giveBack),
      suspend: stopProcess,
      signal: signalOfTerminal(io),
    })
    if (sessionId !== undefined) io.stderr.write(`go on with: ${resumeCall(sessionId)}\n`)
    return io.signal.aborted ? EXIT.interrupted : EXIT.ok
  } finally {
    guard.stop()
    // The app is gone, and so is its screen.
    warnings.listen((line) => io.stderr.write(`${visibleLine(line)}\n`))
    await dispose()
  }
}
