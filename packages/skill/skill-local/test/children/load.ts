// Lists the skills of `cwd` (argument 1), then loads the first; prints its name, or why it could not be loaded.
import { LocalSkillProvider } from '../../src/provider.ts'

const [cwd = '/'] = process.argv.slice(2)
const provider = new LocalSkillProvider({
  homes: { dshHome: '/nonexistent', agentsHome: '/nonexistent', customSkillDirs: [] },
  tolerance: 'strict',
  projectLinks: 'follow',
})
const [candidate] = (await provider.list({ cwd })).candidates
const outcome = candidate && provider.get(candidate, {}).then((skill) => skill?.name ?? 'gone', String)
process.stdout.write((await outcome) ?? 'nothing listed')
