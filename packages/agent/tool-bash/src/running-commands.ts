import { killGroup } from './process-group.ts'

/** The commands that run, so that none outlives the plugin. */
export class RunningCommands {
  private readonly controller = new AbortController()
  private readonly runs = new Set<Promise<unknown>>()
  private readonly groups = new Set<number>()

  /** Runs `start` with a signal that fires with `signal`, and at the end of all. */
  async track<Value>(
    signal: AbortSignal,
    start: (signal: AbortSignal, onStart: (groupId: number) => void) => Promise<Value>,
  ): Promise<Value> {
    let group: number | undefined
    const run = start(AbortSignal.any([signal, this.controller.signal]), (groupId) => {
      group = groupId
      this.groups.add(groupId)
    })
    this.runs.add(run)
    try {
      return await run
    } finally {
      this.runs.delete(run)
      if (group !== undefined) this.groups.delete(group)
    }
  }

  /** Ends every command, and resolves when none is left. */
  async end(): Promise<void> {
    this.controller.abort(new Error('The bash tool is gone.'))
    await Promise.allSettled(this.runs)
  }

  /** For the last moment of the process, in which nothing can be waited for. */
  killAll(): void {
    for (const groupId of this.groups) killGroup(groupId)
  }
}
