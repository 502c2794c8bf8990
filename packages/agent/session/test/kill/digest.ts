import { createHash } from 'node:crypto'

/** Stands for one line of a log, its line end not counted. */
export function digestOf(line: string | Uint8Array): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 16)
}
