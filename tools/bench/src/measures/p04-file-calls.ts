import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Measure } from '../bench.ts'
import { type Finding, valueFinding } from '../finding.ts'
import type { FilesChoice } from '../programs/mount.ts'
import { callsBelow } from '../system-calls.ts'
import { sample } from './sample.ts'

/** open, fstat, read, close; no header of the corpora is longer than one read. */
const CALLS_PER_SKILL = 4

/** System calls per skill during the first listing, as strace sees them. */
export const fileCalls: Measure = {
  id: 'P4',
  title: 'system calls per skill',
  *run(bench) {
    const missing = straceFault()
    if (missing !== undefined) {
      yield { what: 'system calls per skill', skipped: missing }
      return
    }
    yield callsFinding(bench, 'node')
    yield callsFinding(bench, 'own')
  },
}

function callsFinding(bench: Bench, files: FilesChoice): Finding {
  const corpus = bench.corpus('298 real')
  const log = join(bench.temporaryFolder, `strace-${files}.log`)
  const wrapper = ['strace', '-f', '-qq', '-y', '-e', 'trace=%file,%desc', '-o', log]
  sample(bench, corpus, 'discover', { args: [corpus.project, files], wrapper })
  const calls = callsBelow(readFileSync(log, 'utf8'), corpus.skillsFolder)
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...calls].map(([name, count]) => `${name} ${Number((count / corpus.count).toFixed(2))}`)
  return valueFinding({
    what: `system calls per skill, ${corpus.name}, ${files === 'node' ? 'no ctx.fs' : 'our ctx.fs'}: ${parts.join(', ')}`,
    unit: 'calls',
    ours: [total / corpus.count],
    aim: { atMost: CALLS_PER_SKILL },
  })
}

function straceFault(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', ['-f', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  if (error) return `strace cannot be run (${error.message})`
  return status === 0 ? undefined : `strace does not work here: ${stderr.trim().slice(0, 200)}`
}
