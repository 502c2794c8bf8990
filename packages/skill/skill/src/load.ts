import { callWithin } from './call.ts'
import { copyDefinition } from './definition.ts'
import { SkillLoadError } from './errors.ts'
import type { Lookup } from './lookup.ts'
import type { Membership } from './members.ts'
import { describeReason, stopIfAborted } from './reason.ts'
import type { SkillCandidate, SkillDefinition } from './shapes.ts'

/** Longest time for one `get` call, in ms. */
const GET_TIMEOUT_MS = 15_000

/**
 * Asks a provider for the whole skill behind its candidate; `undefined` when the skill is gone, has another name now,
 * or its provider has left. Rejects with `SkillLoadError` when it cannot be read now, with `SkillContractError` when the
 * answer is malformed, and with the caller's reason on abort.
 */
export async function loadFrom(
  member: Membership,
  candidate: SkillCandidate,
  { cwd, signal }: Lookup,
): Promise<SkillDefinition | undefined> {
  const { name, provider } = member
  const outcome = await callWithin({
    run: (ownSignal) => provider.get(candidate, Object.freeze({ cwd, signal: ownSignal })),
    timeoutMs: Math.min(GET_TIMEOUT_MS, member.timeoutMs),
    endedBy: signal ? [signal, member.gone] : [member.gone],
  })
  stopIfAborted(signal)
  switch (outcome.kind) {
    case 'ended':
      return undefined
    case 'value':
      return copyDefinition(outcome.value, name, candidate.name)
    case 'failed':
    case 'timeout': {
      const { reason } = outcome
      const message = `Skill "${candidate.name}" could not be loaded now: ${describeReason(reason)}`
      throw new SkillLoadError({ skill: candidate.name, provider: name, message, cause: reason })
    }
  }
}
