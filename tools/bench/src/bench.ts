import type { Corpus, CorpusName } from './corpus/corpora.ts'
import type { Finding, Skipped } from './finding.ts'

/** What a measure works with. */
export interface Bench {
  /** Fewer rounds, and no corpus of 10,000 where a smaller one says the same. */
  readonly isQuick: boolean
  /** An empty folder that stands for the home of whoever runs the programs. */
  readonly home: string
  /** A folder of this run, removed at its end. */
  readonly temporaryFolder: string
  /** Written at the first call. */
  corpus(name: CorpusName): Corpus
  /** How often to repeat what is measured on this corpus: the larger, the steadier. */
  rounds(name: CorpusName): number
}

/** One measure of the table in `docs/performance.md`. */
export interface Measure {
  readonly id: string
  readonly title: string
  /** Yields each row as soon as it is there. Throws when a program fails or answers wrongly. */
  readonly run: (bench: Bench) => Iterable<Finding | Skipped>
}
