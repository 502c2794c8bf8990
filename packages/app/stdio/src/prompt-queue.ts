import type { Prompt } from './turns.ts'

/** How many prompts wait at most, and how many UTF-16 units they have together, before no more is read. */
const MAX_PROMPTS = 100
const MAX_UNITS = 16 * 1024 * 1024

/** Prompts that wait for their turn, oldest first. One side adds, one side takes. */
export class PromptQueue {
  private readonly prompts: Prompt[] = []
  private units = 0
  private isEnded = false
  /** Called at each change; each side waits for one. */
  private wake: (() => void)[] = []

  add(prompt: Prompt): void {
    this.prompts.push(prompt)
    this.units += prompt.text.length
    this.changed()
  }

  /** Nothing is added from now on, and nobody needs to wait for room. */
  end(): void {
    this.isEnded = true
    this.changed()
  }

  /** Resolves when there is room for one more. */
  async room(): Promise<void> {
    while (!this.isEnded && (this.prompts.length >= MAX_PROMPTS || this.units >= MAX_UNITS)) await this.change()
  }

  /** Resolves when there is one to take: true; or none will come: false. */
  async ready(): Promise<boolean> {
    while (this.prompts.length === 0 && !this.isEnded) await this.change()
    return this.prompts.length > 0
  }

  takeOldest(): Prompt | undefined {
    const [oldest] = this.prompts
    return this.take((prompt) => prompt === oldest)[0]
  }

  /** Takes out all that fit, in order. */
  take(fits: (prompt: Prompt) => boolean): readonly Prompt[] {
    const taken: Prompt[] = []
    for (const prompt of this.prompts.splice(0)) (fits(prompt) ? taken : this.prompts).push(prompt)
    for (const { text } of taken) this.units -= text.length
    this.changed()
    return taken
  }

  private async change(): Promise<void> {
    await new Promise<void>((resolve) => this.wake.push(resolve))
  }

  private changed(): void {
    for (const wake of this.wake.splice(0)) wake()
  }
}
