import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Measure } from './bench.ts'
import { type Corpus, type CorpusName, writeCorpus } from './corpus/corpora.ts'
import { machineLine, thisMachine } from './machine.ts'
import { type BenchOptions, readOptions, USAGE } from './options.ts'
import { type Row, rowLine, table } from './table.ts'

const EXIT = { ok: 0, missed: 1, usage: 2 } as const

/** Rows, and the measures that broke off, each with its reason. */
interface Results {
  readonly rows: readonly Row[]
  readonly failures: readonly { readonly id: string; readonly reason: string }[]
}

/** Takes the measures that the command line asks for, prints them, and returns the exit code: 1 when an aim is missed. */
export function runBench(measures: readonly Measure[], args: readonly string[]): number {
  const options = optionsOrUsage(
    args,
    measures.map(({ id }) => id),
  )
  if (typeof options === 'number') return options
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dsh-bench-')))
  try {
    const wanted = measures.filter(({ id }) => options.only?.includes(id) ?? true)
    return show(takeAll(wanted, makeBench(folder, options)), options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function optionsOrUsage(args: readonly string[], known: readonly string[]): BenchOptions | number {
  try {
    const options = readOptions(args, known)
    if (options !== 'help') return options
    process.stdout.write(USAGE)
    return EXIT.ok
  } catch (error) {
    // A command line that cannot be read.
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n${USAGE}`)
    return EXIT.usage
  }
}

function makeBench(temporaryFolder: string, { isQuick, seed }: BenchOptions): Bench {
  const home = join(temporaryFolder, 'home')
  mkdirSync(home)
  const corpora = new Map<CorpusName, Corpus>()
  return {
    isQuick,
    home,
    temporaryFolder,
    corpus: (name) => {
      const corpus = corpora.get(name) ?? writeCorpus(temporaryFolder, name, seed)
      corpora.set(name, corpus)
      return corpus
    },
    rounds: (name) => (isQuick ? 3 : name === '10,000' ? 5 : 7),
  }
}

function takeAll(measures: readonly Measure[], bench: Bench): Results {
  const rows: Row[] = []
  const failures: { id: string; reason: string }[] = []
  for (const { id, title, run } of measures) {
    process.stderr.write(`${id} ${title}\n`)
    try {
      for (const finding of run(bench)) {
        const row = { id, ...finding }
        rows.push(row)
        process.stderr.write(`  ${rowLine(row)}\n`)
      }
    } catch (error) {
      // A program that failed or answered wrongly: the other measures still count.
      failures.push({ id, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { rows, failures }
}

function show({ rows, failures }: Results, { jsonFile, seed, isQuick }: BenchOptions): number {
  const machine = thisMachine()
  const missed = rows.filter((row) => 'isMissed' in row && row.isMissed)
  process.stdout.write(`${machineLine(machine)}; seed ${seed}${isQuick ? '; quick' : ''}\n\n${table(rows)}\n`)
  for (const row of missed) process.stdout.write(`\nmissed: ${rowLine(row)}`)
  for (const { id, reason } of failures) process.stdout.write(`\nfailed: ${id}: ${reason}`)
  if (missed.length + failures.length > 0) process.stdout.write('\n')
  if (jsonFile !== undefined) {
    const takenAt = new Date().toISOString()
    const result = { takenAt, machine, seed, isQuick, rows, missed: missed.map(rowLine), failures }
    writeFileSync(jsonFile, `${JSON.stringify(result, undefined, 2)}\n`)
  }
  return missed.length + failures.length > 0 ? EXIT.missed : EXIT.ok
}
