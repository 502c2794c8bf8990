import { reportScan } from './report-scan.ts'

const name: string = 'deepagents'
const { listSkills } = (await import(name)) as {
  listSkills(this: void, options: { projectSkillsDir: string }): readonly unknown[]
}
await reportScan(() => listSkills({ projectSkillsDir: process.argv[2] ?? '' }))
