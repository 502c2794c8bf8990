// Lists the skills for `cwd` (argument 1) with homes below argument 2, as often as argument 3 says, and prints each answer.
import { LocalSkillProvider } from '../../src/provider.ts'

const [cwd = '/', home = '/', rounds = '1'] = process.argv.slice(2)
const provider = new LocalSkillProvider({
  homes: { dshHome: `${home}/.dsh`, agentsHome: `${home}/.agents`, customSkillDirs: [] },
  tolerance: 'strict',
  projectLinks: 'follow',
})
const answers: unknown[] = []
for (let round = 0; round < Number(rounds); round++) {
  const { candidates, problems = [], complete } = await provider.list({ cwd })
  answers.push({
    names: candidates.map(({ name }) => name),
    problems: problems.map(({ code, severity, path }) => `${severity} ${code} ${path.slice(cwd.length + 1)}`),
    complete,
  })
}
process.stdout.write(JSON.stringify(answers))
