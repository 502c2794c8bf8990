import { killGroup } from './process-group.ts'
import { type CommandProcesses, type LeftRunning, leftRunning } from './run-command.ts'

/** The commands that run, so that none outlives the plugin, and those that may have left something running. */
export class RunningCommands {
  private readonly controller = new AbortController()
  private readonly runs = new Set<Promise<unknown>>()
  private readonly running = new Set<CommandProcesses>()
  private over: readonly CommandProcesses[] = []

  /** Runs `start` with a signal that fires with `signal`, and at the end of all. */
  async track<Value>(
    signal: AbortSignal,
    start: (signal: AbortSignal, onStart: (processes: CommandProcesses) => void) => Promise<Value>,
  ): Promise<Value> {
    let started: CommandProcesses | undefined
    const run = start(AbortSignal.any([signal, this.controller.signal]), (processes) => {
      started = processes
      this.running.add(processes)
    })
    this.runs.add(run)
    try {
      return await run
    } finally {
      this.runs.delete(run)
      if (started !== undefined) {
        this.running.delete(started)
        if (leftRunning(started) !== undefined) this.over = [...this.over, started]
      }
    }
  }

  /** Ends every command, and resolves when none is left. Returns what still runs of those that were over. */
  async end(): Promise<readonly LeftRunning[]> {
    this.controller.abort(new Error('The bash tool is gone.'))
    await Promise.allSettled(this.runs)
    return this.over.flatMap((processes) => leftRunning(processes) ?? [])
  }

  /** For the last moment of the process, in which nothing can be waited for. */
  killAll(): void {
    for (const { groupId } of this.running) killGroup(groupId)
  }
}
