import { setImmediate } from 'node:timers/promises'
import { copyAnswer, type CheckedAnswer } from './answer.ts'
import { callWithin } from './call.ts'
import type { ProviderReport } from './inspection.ts'
import type { Membership } from './members.ts'
import { describeReason } from './reason.ts'

/** Longest time for one `list` call, in ms. */
const LIST_TIMEOUT_MS = 10_000

/** Answers above which the event loop gets a turn between copying and resolving, in candidates. */
const LONG_ANSWER_COUNT = 1_000

/** What one provider contributed to a collection. */
export interface Contribution {
  readonly member: Membership
  readonly report: ProviderReport
  /** Absent when the provider failed or took too long. */
  readonly answer?: CheckedAnswer
  /** False: failed, late, or incomplete by its own word; to be asked again. */
  readonly isComplete: boolean
}

export interface CollectOptions {
  readonly members: readonly Membership[]
  /** Contributions that still hold: their providers are not asked. */
  readonly kept: readonly Contribution[]
  readonly cwd: string | undefined
  readonly signal: AbortSignal
}

/**
 * Asks the providers side by side. The contributions come in the order of `members`, whoever answers first; a provider
 * that leaves meanwhile is left out. Rejects at once with `SkillContractError` when an answer is malformed, and with
 * the signal's reason when that is aborted.
 */
export async function collect({ members, kept, cwd, signal }: CollectOptions): Promise<readonly Contribution[]> {
  const contributions = await Promise.all(
    members.map(async (member) => kept.find((known) => known.member === member) ?? askForList(member, cwd, signal)),
  )
  return contributions.filter((contribution) => contribution !== undefined)
}

async function askForList(
  member: Membership,
  cwd: string | undefined,
  signal: AbortSignal,
): Promise<Contribution | undefined> {
  const { name, provider } = member
  const start = performance.now()
  const outcome = await callWithin({
    run: (ownSignal) => provider.list(Object.freeze({ cwd, signal: ownSignal })),
    timeoutMs: Math.min(LIST_TIMEOUT_MS, member.timeoutMs),
    endedBy: [member.gone, signal],
  })
  const timeMs = performance.now() - start
  if (member.gone.aborted) return undefined
  switch (outcome.kind) {
    case 'ended':
      throw signal.reason
    case 'value': {
      const answer = copyAnswer(outcome.value, name)
      if (answer.candidates.length > LONG_ANSWER_COUNT) await setImmediate()
      signal.throwIfAborted()
      return { member, report: { name, state: 'ok', timeMs }, answer, isComplete: answer.complete }
    }
    case 'failed':
    case 'timeout': {
      const error = describeReason(outcome.reason)
      return { member, report: { name, state: outcome.kind, timeMs, error }, isComplete: false }
    }
  }
}
