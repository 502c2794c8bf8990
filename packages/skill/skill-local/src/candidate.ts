import { checkCandidate, type SkillCandidate } from '@deepseek-ai/dsh-skill'
import type { SkillHeader } from '@deepseek-ai/dsh-skill-format'
import type { RememberedHead } from './head-memory.ts'
import { headerFields } from './header-fields.ts'
import { SkillLocation } from './location.ts'
import type { Target } from './targets.ts'

/** Name of the provider, in each of its candidates. */
export const PROVIDER_NAME = 'local'

/**
 * The candidate for a file whose header is `header`: the one that was listed before if it still says the same, which
 * spares the registry to check it again. `boundary` is the folder that the file must not leave, if there is one.
 */
export function candidateFor(
  target: Target,
  head: RememberedHead,
  header: SkillHeader,
  boundary: string | undefined,
): SkillCandidate {
  const { rank, source } = target.root
  const { listed } = head
  if (listed?.rank === rank && listed.source === source && boundaryOf(listed) === boundary) return listed
  head.listed = checkCandidate({
    ...headerFields(header),
    source,
    provider: PROVIDER_NAME,
    rank,
    path: target.path,
    resourceBase: { kind: 'directory', path: target.base },
    locator: new SkillLocation(target.path, head.verdict, boundary),
  })
  return head.listed
}

function boundaryOf({ locator }: SkillCandidate): string | undefined {
  return locator instanceof SkillLocation ? locator.boundary : undefined
}
