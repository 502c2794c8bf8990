import type { Bench, Measure } from '../bench.ts'
import type { Corpus, CorpusName } from '../corpus/corpora.ts'
import { ratioFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import { numbers, sample } from '../measures/sample.ts'
import { NODE, readReport, type Report, runCommand } from '../program.ts'
import { installPeers } from './install-peers.ts'
import { type Peer, UPSTREAM, YAML_PEERS } from './peers.ts'

/** A peer may refuse a few skills that are right, but not so many that its time says nothing. */
const LEAST_SHARE_FOUND = 0.95

const CORPORA: readonly CorpusName[] = ['100', '298 real', '1,000', '10,000']

const UPSTREAM_AIMS: Readonly<Record<CorpusName, number>> = { '100': 2.5, '298 real': 3.5, '1,000': 2.8, '10,000': 4 }

const FASTEST_AIMS: Readonly<Record<CorpusName, number>> = {
  '100': 1.1,
  '298 real': 1.1,
  '1,000': 1.25,
  '10,000': 1.25,
}

/** The measures that need other people's packages from npm. */
export const againstPeers: readonly Measure[] = [
  {
    id: 'P2',
    title: 'upstream by ours',
    *run(bench) {
      for (const { name, samples, ours } of compared(bench, [UPSTREAM])) {
        yield ratioFinding({
          what: `cold discovery of ${UPSTREAM.name}, ${name}`,
          unit: 'ms',
          ours: numbers(samples.get(UPSTREAM) ?? [], 'ms'),
          yardstick: numbers(ours, 'ms'),
          yardstickName: 'ours',
          aim: { atLeast: UPSTREAM_AIMS[name] },
        })
      }
    },
  },
  {
    id: 'P3',
    title: 'peers that parse YAML by ours',
    *run(bench) {
      for (const { name, samples, ours } of compared(bench, YAML_PEERS)) {
        for (const [peer, reports] of samples) {
          yield ratioFinding({
            what: `cold discovery of ${peer.name}, ${name}`,
            unit: 'ms',
            ours: numbers(reports, 'ms'),
            yardstick: numbers(ours, 'ms'),
            yardstickName: 'ours',
            aim: { atLeast: FASTEST_AIMS[name] },
          })
        }
      }
    },
  },
  {
    id: 'P10',
    title: 'peak of a scan by upstream',
    *run(bench) {
      const { name, samples, ours } = comparison(bench, installPeers(bench.temporaryFolder, [UPSTREAM]), '10,000')
      yield ratioFinding({
        what: `peak of the process, ${name}`,
        unit: 'MB',
        ours: numbers(ours, 'peakMb'),
        yardstick: numbers(samples.get(UPSTREAM) ?? [], 'peakMb'),
        yardstickName: 'upstream',
        aim: { atMost: 0.6 },
      })
    },
  },
]

interface Comparison {
  readonly name: CorpusName
  readonly samples: ReadonlyMap<Peer, readonly Report[]>
  readonly ours: readonly Report[]
}

function* compared(bench: Bench, peers: readonly Peer[]): Generator<Comparison, void, undefined> {
  const programs = installPeers(bench.temporaryFolder, peers)
  for (const name of CORPORA) {
    if (bench.isQuick && name === '10,000') continue
    yield comparison(bench, programs, name)
  }
}

/** Ours and each peer in turn. */
function comparison(bench: Bench, programs: ReadonlyMap<Peer, string>, name: CorpusName): Comparison {
  const corpus = bench.corpus(name)
  const sources: Record<string, () => Report> = {
    ours: () => sample(bench, corpus, 'discover', { args: [corpus.project, 'node'] }),
  }
  for (const [peer, program] of programs) sources[peer.name] = () => peerSample(bench, corpus, peer, program)
  const samples = inTurn(bench.rounds(name), sources)
  return {
    name,
    samples: new Map([...programs.keys()].map((peer) => [peer, samples[peer.name] ?? []])),
    ours: samples['ours'] ?? [],
  }
}

function peerSample(bench: Bench, corpus: Corpus, peer: Peer, program: string): Report {
  const { stdout } = runCommand([NODE, program, corpus.skillsFolder, corpus.project], bench.home)
  const report = readReport(stdout)
  if ((report['skills'] ?? 0) >= corpus.count * LEAST_SHARE_FOUND) return report
  throw new Error(`${peer.name} found ${report['skills']} of ${corpus.count} skills`)
}
