import { measures } from './measures/all.ts'
import { runBench } from './run-bench.ts'

process.exitCode = runBench(measures, process.argv.slice(2))
