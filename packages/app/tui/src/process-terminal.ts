import { ProcessTerminal, type Terminal } from '@earendil-works/pi-tui'
import { KeyBursts } from './input/key-bursts.ts'

/** The terminal that this process runs in: its own standard input and output. */
export function processTerminal(): Terminal {
  return new OwnTerminal()
}

class OwnTerminal extends ProcessTerminal {
  private bursts: KeyBursts | undefined

  override start(onInput: (data: string) => void, onResize: () => void): void {
    const bursts = new KeyBursts(onInput)
    this.bursts = bursts
    super.start((data) => bursts.push(data), onResize)
    bursts.beginRaw()
  }

  override stop(): void {
    this.bursts?.stop()
    super.stop()
  }
}
