import { spawnSync } from 'node:child_process'
import { it } from 'vitest'

/** Tools and rights that some tests need, each with a probe that says why it is missing. */
const PROBES = {
  strace: () => probeCommand('strace', ['-f', '-e', 'trace=none', 'true']),
  'second user': () => (process.getuid?.() === 0 ? undefined : 'not root, so no child can run as another user'),
} as const

export type Need = keyof typeof PROBES

function probeCommand(command: string, args: readonly string[]): string | undefined {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 })
  if (result.error) return `${command} cannot be run (${result.error.message})`
  return result.status === 0 ? undefined : `${command} does not work here: ${result.stderr.trim().slice(0, 200)}`
}

/** Like `it`, but skipped with its reason where a need is missing; with DSH_REQUIRE_ALL=1 that is a failure. */
export function itNeeding(
  needs: readonly Need[],
  title: string,
  body: () => Promise<void> | void,
  timeoutMs?: number,
): void {
  const missing = needs.map((need) => PROBES[need]()).filter((reason) => reason !== undefined)
  if (missing.length === 0) {
    it(title, body, timeoutMs)
    return
  }
  const reason = missing.join('; ')
  it(title, (context) => {
    if (process.env['DSH_REQUIRE_ALL'] === '1') throw new Error(`A needed tool is missing: ${reason}.`)
    context.skip(reason)
  })
}
