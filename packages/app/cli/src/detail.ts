import type { Detail } from '@deepseek-ai/dsh-stdio'
import type { Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/** How much is told beside the answers, by the options. Throws `UsageError` when they contradict each other. */
export function detailOf(options: Invocation['options']): Detail {
  const given = ['json', 'verbose', 'quiet'].filter((name) => options[name] === true)
  if (given.length > 1) {
    const hint = given[0] === 'json' ? '--json prints everything already' : 'leave one of them out'
    throw new UsageError(`--${given.join(' and --')} exclude each other`, hint)
  }
  return options['verbose'] === true ? 'verbose' : options['quiet'] === true ? 'quiet' : 'normal'
}
