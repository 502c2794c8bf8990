import { setImmediate } from 'node:timers/promises'
import { type CheckedAnswer, readAnswer } from './read-answer.ts'
import { describeReason } from './reason.ts'
import type { ProviderRegistration } from './registrations.ts'
import type { ProviderReport } from './skill-registry.ts'
import { withTimeout } from './with-timeout.ts'

/** Longest time for one `list` call, in ms. */
const LIST_TIMEOUT_MS = 10_000

/** Answers above which the event loop gets a turn between copying and resolving, in candidates. */
const LONG_ANSWER_COUNT = 1_000

/** What one provider contributed to a snapshot. */
export interface Contribution {
  readonly registration: ProviderRegistration
  readonly report: ProviderReport
  /** Absent when the provider failed or took too long. */
  readonly answer?: CheckedAnswer
  /** False: failed, late, or incomplete by its own word; to be asked again. */
  readonly isComplete: boolean
}

export interface CollectOptions {
  readonly providers: readonly ProviderRegistration[]
  /** Contributions that still hold: their providers are not asked. */
  readonly kept: readonly Contribution[]
  readonly cwd: string | undefined
  readonly signal: AbortSignal
}

/**
 * Asks the providers side by side. The contributions come in the order of `providers`, whoever answers first; a provider
 * that is unregistered meanwhile is left out. Rejects at once with `SkillContractError` when an answer is malformed, and
 * with the signal's reason when that is aborted.
 */
export async function collect({ providers, kept, cwd, signal }: CollectOptions): Promise<readonly Contribution[]> {
  const contributions = await Promise.all(
    providers.map(async (each) => kept.find(({ registration }) => registration === each) ?? ask(each, cwd, signal)),
  )
  return contributions.filter((contribution) => contribution !== undefined)
}

async function ask(
  registration: ProviderRegistration,
  cwd: string | undefined,
  signal: AbortSignal,
): Promise<Contribution | undefined> {
  const { name, provider, removed } = registration
  const start = performance.now()
  const outcome = await withTimeout({
    run: (ownSignal) => provider.list(Object.freeze({ cwd, signal: ownSignal })),
    timeoutMs: Math.min(LIST_TIMEOUT_MS, registration.timeoutMs),
    endedBy: [removed, signal],
  })
  const timeMs = performance.now() - start
  if (removed.aborted) return undefined
  switch (outcome.kind) {
    case 'ended':
      throw signal.reason
    case 'value': {
      const answer = readAnswer(outcome.value, name)
      if (answer.candidates.length > LONG_ANSWER_COUNT) await setImmediate()
      signal.throwIfAborted()
      return { registration, report: { name, state: 'ok', timeMs }, answer, isComplete: answer.complete }
    }
    case 'failed':
    case 'timeout': {
      const error = describeReason(outcome.reason)
      return { registration, report: { name, state: outcome.kind, timeMs, error }, isComplete: false }
    }
  }
}
