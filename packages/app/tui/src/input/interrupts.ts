import { isKeyRelease, matchesKey } from '@earendil-works/pi-tui'

export interface InterruptOptions {
  /** Something goes on that can be given up. */
  readonly isBusy: () => boolean
  readonly cancel: () => void
  /** A menu or a question is open: Esc is for it. */
  readonly hasMenu: () => boolean
  readonly hasDraft: () => boolean
  readonly clearDraft: () => void
  /** The next Ctrl-C leaves, or does so no more. */
  readonly onArmed: (isArmed: boolean) => void
  readonly toggleFolds: () => void
  /** Ctrl-Z. */
  readonly suspend: () => void
  readonly leave: () => void
}

/**
 * The keys that mean the same wherever the user is. Ctrl-C is no signal in a terminal that hands over every key: the
 * first one gives up what goes on and what is written, a second one right after it leaves.
 */
export class Interrupts {
  private readonly options: InterruptOptions
  private isArmed = false

  constructor(options: InterruptOptions) {
    this.options = options
  }

  /** True when nobody else should see the key. */
  handle(data: string): boolean {
    if (isKeyRelease(data)) return false
    if (matchesKey(data, 'ctrl+c')) return this.interrupt()
    this.arm(false)
    if (matchesKey(data, 'escape')) return this.escape()
    if (matchesKey(data, 'ctrl+o')) {
      this.options.toggleFolds()
      return true
    }
    if (matchesKey(data, 'ctrl+z')) {
      this.options.suspend()
      return true
    }
    if (!matchesKey(data, 'ctrl+d') || this.options.hasDraft() || this.options.hasMenu()) return false
    this.options.leave()
    return true
  }

  private interrupt(): boolean {
    if (this.isArmed) {
      this.options.leave()
      return true
    }
    this.arm(true)
    if (this.options.isBusy()) this.options.cancel()
    this.options.clearDraft()
    return false // An open question ends by it, too.
  }

  private escape(): boolean {
    if (this.options.hasMenu() || !this.options.isBusy()) return false
    this.options.cancel()
    return true
  }

  private arm(isArmed: boolean): void {
    if (this.isArmed === isArmed) return
    this.isArmed = isArmed
    this.options.onArmed(isArmed)
  }
}
