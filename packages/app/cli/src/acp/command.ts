import { Console } from 'node:console'
import { serveAcp, type ServiceEnd } from '@deepseek-ai/dsh-acp'
import { LINE_MAX_BYTES } from '@deepseek-ai/dsh-host-kit'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { modelNotice } from '../model-choice.ts'
import { modelFor } from '../model-options.ts'
import { mountAgent } from '../mount-agent.ts'
import { ownVersion } from '../own-version.ts'
import { loadSettings } from '../settings/load.ts'
import { visibleLine } from '../visible-text.ts'
import { workingFolder } from '../working-folder.ts'

const EXIT_OF_END: Readonly<Record<ServiceEnd, number>> = {
  'client-gone': EXIT.ok,
  'line-too-long': EXIT.failed,
  aborted: EXIT.interrupted,
}

/** `dsh acp`: serves the editor that started it, until that one goes away. stdout carries the protocol alone. */
export async function run(invocation: Invocation, io: CommandIo): Promise<number> {
  const { console } = globalThis
  // A library that writes to the console would write into the protocol.
  globalThis.console = new Console({ stdout: io.stderr, stderr: io.stderr })
  try {
    const end = await serve(invocation, io)
    if (!io.isAnswerLost) return EXIT_OF_END[end]
    throw new Error('stdout is closed, so no editor heard anything. Let an editor start dsh acp.')
  } finally {
    globalThis.console = console
  }
}

async function serve({ options }: Invocation, io: CommandIo): Promise<ServiceEnd> {
  const { stdin: input, stdout: output, stderr, env, signal } = io
  const warn = (line: string): void => void stderr.write(`${visibleLine(line)}\n`)
  const defaultCwd = options['cwd'] === undefined ? undefined : workingFolder(options['cwd'], io.cwd)
  const settings = loadSettings(io)
  const choice = modelFor(options, env, settings)
  const { ctx, dispose } = await mountAgent(settings, choice, warn)
  try {
    warn(modelNotice(choice) ?? `model ${choice.model}`)
    warn('waiting for an editor that speaks the Agent Client Protocol')
    const model = { adapter: choice.adapter, model: choice.model }
    const agentInfo = { name: 'dsh', title: 'dsh', version: ownVersion() }
    let fault: Error | undefined
    input.once('error', (error) => (fault = error))
    const { toldDirectory } = settings
    const end = await serveAcp(ctx, { input, output, model, toldDirectory, agentInfo, defaultCwd, signal, warn })
    if (end === 'line-too-long') warn(`the editor sent a line of more than ${LINE_MAX_BYTES} bytes`)
    if (fault) throw new Error(`the input cannot be read: ${fault.message}`, { cause: fault })
    return end
  } finally {
    await dispose()
  }
}
