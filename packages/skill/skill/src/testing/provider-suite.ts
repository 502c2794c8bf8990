import { abortChecks } from './abort-checks.ts'
import { answerChecks } from './answer-checks.ts'
import { changeChecks } from './change-checks.ts'
import { SUITE_SKILLS, type ProviderCheck, type ProviderHarness } from './harness.ts'

/**
 * Everything that a provider owes, as checks for any test runner. Every provider runs all of them.
 *
 * @example
 * describe('my provider', () => {
 *   for (const { title, run } of providerSuite(harness)) it(title, run)
 * })
 */
export function providerSuite(harness: ProviderHarness): readonly ProviderCheck[] {
  return [...answerChecks, ...changeChecks, ...abortChecks].map(({ title, run, skills = SUITE_SKILLS }) => ({
    title,
    run: async () => {
      const subject = await harness.open(skills)
      try {
        await run(subject, harness)
      } finally {
        await subject.close?.()
      }
    },
  }))
}
