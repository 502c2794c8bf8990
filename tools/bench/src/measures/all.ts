import type { Measure } from '../bench.ts'
import { coldDiscovery } from './p01-cold-discovery.ts'
import { fileCalls } from './p04-file-calls.ts'
import { loopHold } from './p05-loop-hold.ts'
import { secondList } from './p06-second-list.ts'
import { refresh } from './p07-refresh.ts'
import { body } from './p08-body.ts'
import { heap } from './p09-heap.ts'
import { fileServices } from './p11-file-services.ts'
import { stampede } from './p12-stampede.ts'
import { command } from './p13-command.ts'
import { catalog } from './p14-catalog.ts'

/** Every measure that needs nothing but this repository, in the order of `docs/performance.md`. */
export const measures: readonly Measure[] = [
  coldDiscovery,
  fileCalls,
  loopHold,
  secondList,
  refresh,
  body,
  heap,
  fileServices,
  stampede,
  command,
  catalog,
]
