import { cpus, release, totalmem } from 'node:os'

/** What the numbers were taken on. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
}

export function thisMachine(): Machine {
  const cores = cpus()
  return {
    processor: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.versions.node,
  }
}

export function machineLine({ processor, cores, memoryGb, system, node }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`
}
