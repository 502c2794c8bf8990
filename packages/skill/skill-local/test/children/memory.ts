// Lists and loads in folder 1 as a warm-up, then in folder 2 with its huge files; prints how much the peak of memory grew, in bytes.
import { LocalSkillProvider } from '../../src/provider.ts'

const [warmUp = '/', huge = '/'] = process.argv.slice(2)
const provider = new LocalSkillProvider({
  homes: { dshHome: '/nonexistent', agentsHome: '/nonexistent', customSkillDirs: [] },
  tolerance: 'strict',
  projectLinks: 'follow',
})

async function listAndLoad(cwd: string): Promise<void> {
  const { candidates } = await provider.list({ cwd })
  await Promise.all(candidates.map((candidate) => provider.get(candidate, {})))
}

await listAndLoad(warmUp)
const before = process.resourceUsage().maxRSS
await listAndLoad(huge)
process.stdout.write(String((process.resourceUsage().maxRSS - before) * 1024))
