import { reportScan } from './report-scan.ts'

const name: string = '@earendil-works/pi-coding-agent'
const { loadSkillsFromDir } = (await import(name)) as {
  loadSkillsFromDir(this: void, options: { dir: string; source: string }): { readonly skills: readonly unknown[] }
}
await reportScan(() => loadSkillsFromDir({ dir: process.argv[2] ?? '', source: 'bench' }).skills)
