import { readFileSync, writeFileSync } from 'node:fs'
import { expectSeen, type Place, run } from './run.ts'

const GOOD = `---
name: brew-tea
description: Brews tea. Use it when somebody is thirsty or cold.
---

Boil water to 95 degrees, wait three minutes, pour.
`

/** Without the line that closes the header. */
const BROKEN = GOOD.replace('\n---\n\nBoil', '\n\nBoil')

/** What a person sees who writes a first skill, breaks it and repairs it. `place` is a project of theirs. */
export function writeSkill(place: Place, tell: (what: string) => void): void {
  const made = run('npx dsh skills new brew-tea', place)
  expectSeen(made, { code: 0, texts: ['.agents/skills/brew-tea/SKILL.md', 'dsh skills check'] })
  expectSeen(run('npx dsh skills check', place), { code: 0, texts: ['1 checked, 0 failed'] })
  tell('a new skill, which passes its check')

  const path = made.stdout.trim()
  writeFileSync(path, GOOD)
  expectSeen(run('npx dsh skills list', place), { code: 0, texts: ['1 skill in project', 'brew-tea', 'Brews tea.'] })
  const answered = run('npx dsh run --offline "I am thirsty"', place)
  expectSeen(answered, { code: 0, texts: ['Loaded the skill `brew-tea`', 'Boil water to 95 degrees'] })
  tell('the skill written, listed and used')

  writeFileSync(path, BROKEN)
  const reason = 'The header opened on line 1 is never closed.'
  const advice = 'Put a line that is exactly `---` below line 3.'
  expectSeen(run('npx dsh skills list', place), { code: 0, texts: ['no skills', `${path}:1:1: ${reason} (${advice})`] })
  const explained = run('npx dsh skills explain brew-tea', place)
  expectSeen(explained, { code: 1, texts: ['brew-tea does not load', reason, advice, 'project root'] })
  expectSeen(run('npx dsh skills check', place), { code: 1, texts: [`${path}:1:1: ${reason}`, '1 checked, 1 failed'] })
  tell('the skill broken; list, explain and check say where and what to do')

  writeFileSync(path, readFileSync(path, 'utf8').replace('\n\nBoil', '\n---\n\nBoil'))
  expectSeen(run('npx dsh skills check', place), { code: 0, texts: ['1 checked, 0 failed, 0 with warnings'] })
  expectSeen(run('npx dsh skills show brew-tea', place), { code: 0, texts: ['<skill_content name="brew-tea">'] })
  tell('the skill repaired by that advice')
}
