// What a newcomer does on the first day, on a clone of the last commit, each step checked for what a person sees: asks for
// help, writes a skill, breaks and repairs it, adds a provider. Needs git and what `npm ci` has installed; no network.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { personsEnvironment } from '../docs-check/environment.ts'
import { addProvider } from './add-provider.ts'
import { cloneInto } from './clone.ts'
import { expectSeen, type Place, run } from './run.ts'
import { writeSkill } from './write-skill.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dsh-walk-')))
const steps: string[] = []

function tell(what: string): void {
  steps.push(what)
  console.log(`${steps.length}. ${what}`)
}

function walk(): void {
  const [clone, home, project] = [join(folder, 'clone'), join(folder, 'home'), join(folder, 'shop')]
  const env = personsEnvironment(join(clone, 'node_modules'), home)
  mkdirSync(home)
  const commit = cloneInto(clone, root, env)
  tell(`a clone of ${commit}, nothing built`)

  const inClone: Place = { cwd: clone, env }
  const asked = run('npm start --silent', inClone)
  expectSeen(asked, {
    code: 0,
    texts: ['Loaded the skill `add-a-provider`', '<available_skills>', 'offline responder'],
  })
  tell('npm start: an answer with a skill of the project, without key and network')

  mkdirSync(join(project, '.git'), { recursive: true })
  symlinkSync(join(clone, 'node_modules'), join(project, 'node_modules'))
  writeSkill({ cwd: project, env }, tell)
  addProvider(inClone, tell)
}

try {
  walk()
  console.log(`Walked ${steps.length} steps: asked, wrote a skill, broke and repaired it, added a provider.`)
} catch (error) {
  // The one edge: whatever was not as it should be is told, with what was seen.
  console.error(`Step ${steps.length + 1} failed. ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
