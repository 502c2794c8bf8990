import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkPackage } from './clone.ts'
import { expectSeen, type Place, run } from './run.ts'

const FOLDER = 'packages/skill/skill-json'
const NAME = '@deepseek-ai/dsh-skill-json'
const JOB = 'Skills from one JSON file.'
const LINES_MAX = 60

const SKILLS = { skills: [{ name: 'water-plants', description: 'Waters the plants.', content: 'Twice a week.' }] }

/** Follows the recipe `add-a-provider` in a clone, up to the skill of the new provider in the catalog. */
export function addProvider(clone: Place, tell: (what: string) => void): void {
  const path = (name: string): string => join(clone.cwd, name)
  const recipe = path('.agents/skills/add-a-provider/references/provider.ts')
  const lineCount = readFileSync(recipe, 'utf8').split('\n').length - 1
  if (lineCount >= LINES_MAX)
    throw new Error(`The example of the recipe has ${lineCount} lines, not under ${LINES_MAX}.`)

  mkdirSync(path(`${FOLDER}/src`), { recursive: true })
  mkdirSync(path(`${FOLDER}/test`))
  cpSync(recipe, path(`${FOLDER}/src/provider.ts`))
  writeFileSync(path(`${FOLDER}/src/index.ts`), "export { apply, Config, inject, name } from './provider.ts'\n")
  writeFileSync(path(`${FOLDER}/test/provider.test.ts`), TEST)
  writeFileSync(path(`${FOLDER}/README.md`), README)
  copyEdited(path, 'packages/skill/skill-local/package.json', `${FOLDER}/package.json`, (text) =>
    text
      .replace(/"name": "[^"]+"/, `"name": "${NAME}"`)
      .replace(/"description": "[^"]+"/, `"description": "${JOB}"`)
      .replace(/\n.*"@deepseek-ai\/dsh-(?:fs|skill-format)".*/g, ''),
  )
  linkPackage(clone.cwd, FOLDER, NAME)
  expectSeen(run(`npx oxfmt ${FOLDER} && npm run --silent house -- --write`, clone), { code: 0, texts: [FOLDER] })
  expectSeen(run('npm run --silent check:types', clone), { code: 0, texts: [] })
  const tested = run(`npx vitest run ${FOLDER}`, clone)
  expectSeen(tested, { code: 0, texts: ['1 passed'] })
  tell(`a provider of ${lineCount} lines, which passes the suite and the checks`)

  const file = path('skills.json')
  writeFileSync(file, JSON.stringify(SKILLS))
  const bundle = 'packages/host/agent-spine-demo'
  edit(
    path,
    `${bundle}/package.json`,
    '    "@deepseek-ai/dsh-skill-local"',
    (text) => `    "${NAME}": "0.1.0",\n${text}`,
  )
  edit(
    path,
    `${bundle}/src/skills.ts`,
    "[import('@deepseek-ai/dsh-skill-local'), settings.local ?? {}],",
    (text) => `${text}\n    [import('${NAME}'), { file: ${JSON.stringify(file)}, rank: 300 }],`,
  )
  expectSeen(run('npm run --silent house -- --write && npm run --silent check:types', clone), { code: 0, texts: [] })
  expectSeen(run('npx dsh skills catalog', clone), { code: 0, texts: ['- `water-plants`: Waters the plants.'] })
  const answered = run('npx dsh run --offline "Who waters the plants?"', clone)
  expectSeen(answered, { code: 0, texts: ['Loaded the skill `water-plants`', 'Twice a week.'] })
  tell('its skill in the catalog, and in an answer')
}

function copyEdited(path: (name: string) => string, from: string, to: string, change: (text: string) => string): void {
  writeFileSync(path(to), change(readFileSync(path(from), 'utf8')))
}

/** Changes a place in a file of the clone; a file that does not have it has outgrown the walk. */
function edit(path: (name: string) => string, name: string, place: string, change: (text: string) => string): void {
  const text = readFileSync(path(name), 'utf8')
  if (!text.includes(place)) throw new Error(`${name} has no ${JSON.stringify(place)} any more: see to tools/walk.`)
  writeFileSync(path(name), text.replace(place, change(place)))
}

const TEST = `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProviderUnderTest, providerSuite, type SuiteSkill } from '@deepseek-ai/dsh-skill/testing'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, it } from 'vitest'
import { createJsonProvider } from '../src/provider.ts'

function open(initial: readonly SuiteSkill[]): ProviderUnderTest {
  const file = join(temporaryTree({}), 'skills.json')
  const skills = new Map(initial.map((skill) => [skill.name, skill]))
  const save = (): void => writeFileSync(file, JSON.stringify({ skills: [...skills.values()] }))
  save()
  return {
    provider: createJsonProvider({ file, rank: 300 }),
    write: (skill) => {
      skills.set(skill.name, skill)
      save()
    },
    remove: (name) => {
      skills.delete(name)
      save()
    },
  }
}

describe('the json provider', () => {
  for (const { title, run } of providerSuite({ open })) it(title, run)
})
`

const README = `# ${NAME}

${JOB}
`
