import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** After a test run: how many tests were skipped, and each reason with its number. Says nothing when none was. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = modules.flatMap((module) => Array.from(module.children.allTests('skipped'), reasonOf))
    const text = formatSkipped(reasons)
    if (text !== '') console.log(text)
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' ? result.note : undefined) ?? 'no reason given'
}

/** The lines to print; reasons by how often they occur, then in the order that they came. */
export function formatSkipped(reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const lines = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `  ${count}: ${reason}`)
  return [`${reasons.length} test${reasons.length === 1 ? '' : 's'} skipped:`, ...lines].join('\n')
}
