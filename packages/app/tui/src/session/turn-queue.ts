import type { Agent, Prompt, TurnResult } from '@deepseek-ai/dsh-agent'

/** Something that the user sent. */
interface QueuedLine {
  readonly text: string
  /** Absent until a skill that the line starts is loaded. */
  prompt: Prompt | undefined
}

export interface TurnQueueOptions {
  /** Opens the agent where there is none yet. May throw. */
  readonly openAgent: () => Agent
  /**
   * The prompt that a `/skill:` line stands for; `undefined` when nothing is to be sent, which the user has been told.
   * Rejects on abort only.
   */
  readonly load: (text: string, signal: AbortSignal) => Promise<Prompt | undefined>
  /** Done before each turn. Rejects on abort only. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  /** What waits, or what goes on, is other than before. */
  readonly onChange: () => void
  readonly onEnd: (result: TurnResult) => void
  /** What could not be done, for a reason that the user has not been told. */
  readonly onFault: (error: unknown) => void
}

/**
 * What the user sends, in its order, whatever takes time: it starts a turn, or goes into the one that runs. What a turn
 * ends before is the next turn.
 */
export class TurnQueue {
  private readonly options: TurnQueueOptions
  private readonly waiting: QueuedLine[] = []
  private agent: Agent | undefined
  /** Given to the agent, in no log yet. */
  private steered: string[] = []
  private work: AbortController | undefined
  private isDraining = false
  private isRunning = false
  private isClosed = false

  constructor(options: TurnQueueOptions) {
    this.options = options
  }

  /** `isSkill`: the text is a typed `/skill:` line. */
  submit(text: string, isSkill: boolean): void {
    this.waiting.push({ text, prompt: isSkill ? undefined : { text } })
    void this.drain()
  }

  get state(): 'idle' | 'loading' | 'running' {
    if (this.work) return 'loading'
    return this.isRunning ? 'running' : 'idle'
  }

  /** What was sent and is in no log, oldest first. */
  get unsent(): readonly string[] {
    return [...this.steered, ...this.waiting.map(({ text }) => text)]
  }

  /** The agent's log has words of the user. */
  sent(): void {
    this.steered.shift()
    this.options.onChange()
  }

  /** Gives up what goes on: the loading of a skill, else the running turn. */
  cancel(): void {
    if (this.work) this.work.abort()
    else this.agent?.cancel()
  }

  /** Sends nothing more. */
  close(): void {
    this.isClosed = true
    this.waiting.length = 0
    this.cancel()
  }

  private async drain(): Promise<void> {
    this.options.onChange()
    if (this.isDraining) return
    this.isDraining = true
    for (let line = this.waiting[0]; line; line = this.waiting[0]) {
      try {
        await this.deliver(line)
      } catch (error) {
        this.drop(line)
        this.options.onFault(error)
      }
    }
    this.isDraining = false
    this.options.onChange()
  }

  private async deliver(line: QueuedLine): Promise<void> {
    const prompt = line.prompt ?? (await this.working((signal) => this.options.load(line.text, signal)))
    line.prompt = prompt
    const isReady = prompt !== undefined && (this.isRunning || (await this.prepare()))
    if (!isReady || this.isClosed) this.drop(line)
    // Else older words came back in the meantime, and this line has to wait.
    else if (this.waiting[0] === line) this.send(line, prompt)
  }

  private async prepare(): Promise<boolean> {
    return (await this.working((signal) => this.options.prepare(signal).then(() => true))) === true
  }

  private send(line: QueuedLine, prompt: Prompt): void {
    this.agent ??= this.options.openAgent()
    // A turn that has just ended takes nothing more: the line waits for its result, which may bring older words back.
    if (this.isRunning && !this.agent.steer(prompt)) return
    this.drop(line)
    this.steered.push(line.text)
    if (!this.isRunning) void this.run(this.agent, prompt)
  }

  private async run(agent: Agent, { text, skill }: Prompt): Promise<void> {
    this.isRunning = true
    let unsteered: readonly Prompt[] = []
    try {
      const result = await agent.prompt(text, { skill })
      unsteered = result.unsteered ?? []
      this.options.onEnd(result)
    } catch (error) {
      this.options.onFault(error)
    }
    this.isRunning = false
    this.steered = []
    if (this.isClosed) return
    this.waiting.unshift(...unsteered.map((each) => ({ text: each.skill?.typed ?? each.text, prompt: each })))
    await this.drain()
  }

  private drop(line: QueuedLine): void {
    const index = this.waiting.indexOf(line)
    if (index !== -1) this.waiting.splice(index, 1)
  }

  /** `undefined` when the user gave it up: at once then, whether the work heeds the signal or not. */
  private async working<Value>(start: (signal: AbortSignal) => Promise<Value>): Promise<Value | undefined> {
    const controller = new AbortController()
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<undefined>()
    controller.signal.addEventListener('abort', () => giveUp(undefined), { once: true })
    this.work = controller
    this.options.onChange()
    const work = start(controller.signal)
    try {
      return await Promise.race([work, givenUp])
    } finally {
      this.work = undefined
      work.catch(() => {}) // In time it has been heard; later it concerns nobody.
    }
  }
}
