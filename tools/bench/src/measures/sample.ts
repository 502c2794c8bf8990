import type { Bench } from '../bench.ts'
import type { Corpus } from '../corpus/corpora.ts'
import { type ProgramOptions, type Report, runProgram } from '../program.ts'

/** Runs a program on `corpus` and makes sure that it found every skill. */
export function sample(
  bench: Bench,
  corpus: Corpus,
  program: string,
  options: Omit<ProgramOptions, 'home'> = {},
): Report {
  const report = runProgram(program, { home: bench.home, ...options })
  if (report['skills'] === corpus.count) return report
  throw new Error(`${program} found ${report['skills']} of ${corpus.count} skills`)
}

/** The number called `key` of each report. */
export function numbers(reports: readonly Report[], key: string): number[] {
  return reports.map((report) => {
    const value = report[key]
    if (value === undefined) throw new Error(`A program did not report ${key}.`)
    return value
  })
}
