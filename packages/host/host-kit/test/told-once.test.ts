import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { expect, it } from 'vitest'
import { ToldOnce } from '../src/index.ts'

const problem = (code: string, severity: SkillProblem['severity'], line = 1): SkillProblem =>
  ({ code, severity, path: '/skills/tea.md', line, message: code, hint: 'H.' }) as SkillProblem

const codesOf = (problems: readonly SkillProblem[]): readonly string[] =>
  new ToldOnce().newProblems(problems).map(({ code }) => code)

it('only what loses a skill, or makes another of it, is told; advice is for check [G66]', () => {
  const told = [
    problem('header-missing', 'error'),
    problem('provider-failed', 'error'),
    problem('yaml-syntax', 'error'),
    problem('key-repaired', 'warning'),
    problem('flag-unclear', 'warning'),
  ]
  const advice = [
    problem('description-too-long', 'warning'),
    problem('metadata-dropped', 'warning'),
    problem('body-empty', 'warning'),
    problem('field-type', 'warning'),
    problem('name-not-folder', 'note'),
    problem('link-followed', 'note'),
    problem('of-some-provider', 'warning'),
  ]
  expect(codesOf([...advice, ...told])).toEqual(told.map(({ code }) => code))
})

it('what reads the same is told once, and what reads otherwise again [G66]', () => {
  const once = new ToldOnce()
  expect(once.newProblems([problem('yaml-syntax', 'error'), problem('yaml-syntax', 'error')])).toHaveLength(1)
  expect(once.newProblems([problem('yaml-syntax', 'error')])).toEqual([])
  expect(once.newProblems([problem('yaml-syntax', 'error', 2)])).toHaveLength(1)
})
