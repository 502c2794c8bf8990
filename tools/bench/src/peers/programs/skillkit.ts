import { reportScan } from './report-scan.ts'

const name: string = '@skillkit/core'
const { findAllSkills } = (await import(name)) as {
  findAllSkills(this: void, folders: readonly string[]): readonly unknown[]
}
await reportScan(() => findAllSkills([process.argv[2] ?? '']))
