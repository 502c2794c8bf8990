import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { BoundedOutput, type KeptOutput } from './bounded-output.ts'
import { livingProcesses, type LivingProcess, MARK_VARIABLE } from './living-processes.ts'
import { endGroup, isGroupAlive } from './process-group.ts'

export interface CommandOptions {
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  readonly environment: Record<string, string | undefined>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Told the command's processes, once it runs. */
  readonly onStart: (processes: CommandProcesses) => void
}

/** How the processes of a command are known. */
export interface CommandProcesses {
  readonly groupId: number
  /** Stands in the environment of each. */
  readonly mark: string
}

/** What a command left running. */
export interface LeftRunning {
  readonly groupId: number
  /** Empty where the system does not tell which they are. */
  readonly processes: readonly LivingProcess[]
}

export type CommandEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timeout' }

export interface CommandOutcome {
  readonly end: CommandEnd
  readonly output: KeptOutput
  /** The command is over, and something that it started is not. */
  readonly left?: LeftRunning
}

/** Both streams of bash into one pipe, so that they come in the order in which they were written. */
const SCRIPT = 'exec bash -c "$1" 2>&1'

/** Turns of the event loop without output after which the pipe is taken to be empty. */
const QUIET_TURNS = 3
const TURNS_MAX_COUNT = 200

/**
 * Runs a command with bash in a process group of its own, without input, and waits until bash has ended. At the time limit and on
 * abort the whole group is ended. Processes that the command leaves in the background do not hold it up. Rejects with the
 * signal's reason once the group has ended, and with the system's error when it cannot be started.
 */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const { command, cwd, environment, signal } = options
  signal.throwIfAborted()
  const mark = randomUUID()
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', command], {
    cwd,
    env: { ...environment, [MARK_VARIABLE]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = new BoundedOutput()
  child.stdout.on('data', (chunk: Buffer) => output.add(chunk))
  const exited = exitOf(child)
  try {
    const hasTimedOut = await untilOver(exited, { pid: child.pid, mark }, options)
    const end = await exited
    await drain(child.stdout)
    signal.throwIfAborted()
    const left = child.pid === undefined ? undefined : leftRunning({ groupId: child.pid, mark })
    return { end: hasTimedOut ? { kind: 'timeout' } : end, output: output.kept(), ...(left && { left }) }
  } finally {
    child.stdout.destroy()
  }
}

/** What still runs of a command; `undefined` when nothing does. */
export function leftRunning({ groupId, mark }: CommandProcesses): LeftRunning | undefined {
  const processes = livingProcesses(groupId, mark)
  if (processes === undefined) return isGroupAlive(groupId) ? { groupId, processes: [] } : undefined
  return processes.length === 0 ? undefined : { groupId, processes }
}

/** Resolves when bash has ended, by itself or because it was made to. True: at the time limit. */
async function untilOver(
  exited: Promise<CommandEnd>,
  { pid, mark }: { readonly pid: number | undefined; readonly mark: string },
  { timeoutMs, signal, onStart }: CommandOptions,
): Promise<boolean> {
  if (pid === undefined) return false // It could not be started: `exited` rejects.
  onStart({ groupId: pid, mark })
  const stop = Promise.withResolvers<'timeout' | 'abort'>()
  const timer = setTimeout(() => stop.resolve('timeout'), timeoutMs)
  const onAbort = (): void => stop.resolve('abort')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const first = await Promise.race([exited, stop.promise])
    if (typeof first !== 'string') return false
    await endGroup(pid)
    return first === 'timeout'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function exitOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal })
    })
  })
}

/** Waits for what was written before the end. A process in the background may hold the pipe open, and go on writing. */
async function drain(stream: Readable): Promise<void> {
  let quietTurns = 0
  const onData = (): void => void (quietTurns = 0)
  stream.on('data', onData)
  for (let turns = 0; turns < TURNS_MAX_COUNT && quietTurns < QUIET_TURNS && !stream.readableEnded; turns += 1) {
    quietTurns += 1
    await setImmediate()
  }
  stream.off('data', onData)
}
