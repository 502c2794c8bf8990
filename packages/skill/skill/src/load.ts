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
 * or its provider has left. Hidden from the model when it is now or was when it was listed. Rejects with `SkillLoadError` when it cannot be read now, with `SkillContractError` when the
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
      return hiddenAsListed(copyDefinition(outcome.value, name, candidate.name), candidate)
    case 'failed':
    case 'timeout': {
      const { reason } = outcome
      const message = `Skill "${candidate.name}" could not be loaded now: ${describeReason(reason)}`
      throw new SkillLoadError({ skill: candidate.name, provider: name, message, cause: reason })
    }
  }
}

/** Fails closed: who sees only the definition must not show to the model what the catalog keeps from it. */
function hiddenAsListed(
  definition: SkillDefinition | undefined,
  { disableModelInvocation }: SkillCandidate,
): SkillDefinition | undefined {
  if (definition === undefined || disableModelInvocation !== true) return definition
  return Object.freeze({ ...definition, disableModelInvocation })
}
