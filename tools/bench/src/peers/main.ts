import { runBench } from '../run-bench.ts'
import { againstPeers } from './measures.ts'

process.exitCode = runBench(againstPeers, process.argv.slice(2))
