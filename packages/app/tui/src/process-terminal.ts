import { ProcessTerminal, type Terminal } from '@earendil-works/pi-tui'

/** The terminal that this process runs in: its own standard input and output. */
export function processTerminal(): Terminal {
  return new ProcessTerminal()
}
