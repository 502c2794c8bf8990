// Lists the skills of `cwd` (argument 1) in both tolerances and loads each, the first work of this process; prints what it got.
import { LocalSkillProvider } from '../../src/provider.ts'

const [cwd = '/'] = process.argv.slice(2)
const answers: unknown[] = []
for (const tolerance of ['repair', 'strict'] as const) {
  const provider = new LocalSkillProvider({
    homes: { dshHome: '/nonexistent', agentsHome: '/nonexistent', customSkillDirs: [] },
    tolerance,
    projectLinks: 'follow',
  })
  const { candidates, problems = [], complete } = await provider.list({ cwd })
  const loaded = await Promise.all(
    candidates.map((candidate) => provider.get(candidate, {}).then((skill) => skill?.content, String)),
  )
  answers.push({
    loaded: candidates.map(({ name }, index) => `${name}: ${loaded[index]}`),
    refused: problems.filter(({ severity }) => severity === 'error').map(({ code, skill }) => `${code} ${skill}`),
    complete,
  })
}
process.stdout.write(JSON.stringify(answers))
