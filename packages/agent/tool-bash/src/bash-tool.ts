import { excerpt, type Tool, type ToolContext, type ToolResult } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import type { Settings } from './config.ts'
import { commandEnvironment } from './environment.ts'
import {
  commandDescription,
  commandResult,
  notAllowed,
  notStarted,
  stillRuns,
  timeoutDescription,
  TOOL_DESCRIPTION,
} from './messages.ts'
import { outputText } from './output-text.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import type { RunningCommands } from './running-commands.ts'

/** Less than the 128 KiB that the system takes as one argument. */
const COMMAND_MAX_BYTES = 100 * 1024

/** What the model sends. */
function inputOf({ defaultTimeoutMs, maxTimeoutMs }: Settings) {
  return z.strictObject({
    command: z
      .string()
      .min(1)
      .refine((command) => !command.includes('\0'), 'a command cannot hold NUL characters')
      .refine(
        (command) => Buffer.byteLength(command) <= COMMAND_MAX_BYTES,
        `a command has at most ${COMMAND_MAX_BYTES} bytes`,
      )
      .describe(commandDescription()),
    timeoutMs: z.int().min(1).max(maxTimeoutMs).optional().describe(timeoutDescription(defaultTimeoutMs, maxTimeoutMs)),
  })
}

type Input = ReturnType<typeof inputOf>

/** The `bash` tool. It asks before each command. `environment` is what commands get, the secret variables aside. */
export function createBashTool(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
  running: RunningCommands,
): Tool<Input> {
  const run = async (input: z.output<Input>, context: ToolContext): Promise<ToolResult> => {
    const timeoutMs = input.timeoutMs ?? settings.defaultTimeoutMs
    const { cwd } = context
    let outcome: CommandOutcome
    try {
      outcome = await running.track(context.signal, (signal, onStart) =>
        runCommand({
          command: input.command,
          cwd,
          environment: commandEnvironment(environment, settings.secretVariables, cwd),
          timeoutMs,
          signal,
          onStart,
        }),
      )
    } catch (error) {
      if (!isSystemError(error)) throw error
      return { content: notStarted(cwd, error), isError: true }
    }
    const result = commandResult(outcome, outputText(outcome.output), {
      timeoutMs,
      maxTimeoutMs: settings.maxTimeoutMs,
    })
    if (outcome.left === undefined) return result
    return { ...result, notices: [stillRuns(input.command, outcome.left)] }
  }
  return {
    name: 'bash',
    description: TOOL_DESCRIPTION,
    kind: 'execute',
    input: inputOf(settings),
    title,
    async execute(input, context) {
      const request = { kind: 'execute', title: title(input), target: input.command } as const
      if (!(await context.requestPermission(request))) return { content: notAllowed(), isError: true }
      return await run(input, context)
    },
  }
}

function title({ command }: { readonly command: string }): string {
  return `Run ${excerpt(command)}`
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
