import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { isSkillName } from '../name.ts'
import type { SkillCandidate } from '../provider.ts'
import { type CheckedAnswer, readAnswer } from '../read-answer.ts'
import { readDefinition } from '../read-skill.ts'
import { createRegistry } from '../registry.ts'
import { lookupIn, SUITE_SKILLS, type ProviderUnderTest, type SourceCheck, type SuiteSkill } from './harness.ts'

/** What a provider owes on a source that stays as it is. */
export const answerChecks: readonly SourceCheck[] = [
  {
    title: 'has a name, not the reserved one, and no senseless time limit',
    run: async ({ provider }) => {
      assert.equal(typeof provider.name, 'string')
      assert.notEqual(provider.name.trim(), '')
      assert.notEqual(provider.name, 'runtime')
      assert.ok(provider.timeoutMs === undefined || provider.timeoutMs > 0, 'timeoutMs must be above 0')
    },
  },
  {
    title: 'lists each skill of its source once, every part in the shape of the interface',
    run: async (subject) => {
      const { candidates } = await listed(subject)
      const found = candidates.map(({ name, description }) => ({ name, description }))
      assert.deepEqual(byName(found), byName(SUITE_SKILLS.map(({ name, description }) => ({ name, description }))))
      assert.ok(candidates.every(({ name }) => isSkillName(name)))
      assert.ok(candidates.every(({ rank }) => Number.isFinite(rank)))
    },
  },
  {
    title: 'writes its problems without control characters, and its roots in the order of rank',
    run: async (subject) => {
      const { problems, roots } = await listed(subject)
      for (const { message, hint } of problems) assert.doesNotMatch(message + hint, /\p{Cc}/u)
      const ranks = roots.map(({ rank }) => rank)
      assert.deepEqual(
        ranks,
        ranks.toSorted((left, right) => left - right),
      )
    },
  },
  {
    title: 'lists nothing, and is content with it, when its source is empty',
    skills: [],
    run: async (subject) => {
      const { candidates, complete } = await listed(subject)
      assert.deepEqual({ candidates, complete }, { candidates: [], complete: true })
    },
  },
  {
    title: 'lists the same in the same order each time',
    run: async (subject) => {
      const first = visible(await listed(subject))
      for (let time = 0; time < 3; time += 1) assert.deepEqual(visible(await listed(subject)), first)
    },
  },
  {
    title: 'loads the skill of the same name from the frozen copy of its candidate',
    run: async (subject) => {
      const { candidates } = await listed(subject)
      for (const candidate of candidates) assert.deepEqual(await loaded(subject, candidate), original(candidate))
    },
  },
  {
    title: 'answers calls side by side as it answers them one by one',
    run: async (subject) => {
      const alone = await listed(subject)
      const lists = await Promise.all(Array.from({ length: 8 }, () => listed(subject)))
      for (const answer of lists) assert.deepEqual(visible(answer), visible(alone))
      const wanted = [...alone.candidates, ...alone.candidates.toReversed()]
      const skills = await Promise.all(wanted.map((candidate) => loaded(subject, candidate)))
      assert.deepEqual(skills, wanted.map(original))
    },
  },
  {
    title: 'takes a lookup without a folder',
    run: async ({ provider }) => {
      readAnswer(await provider.list({}), provider.name)
    },
  },
  {
    title: 'serves a registry: the catalog, each skill, no provider left out',
    run: async ({ provider, cwd }) => {
      const warnings: string[] = []
      const registry = createRegistry({ collectCacheMaxEntries: 1, warn: (message) => warnings.push(message) })
      registry.registerProvider(provider)
      const names = (await registry.list({ cwd })).map(({ name }) => name)
      assert.deepEqual(names, SUITE_SKILLS.map(({ name }) => name).toSorted())
      for (const skill of SUITE_SKILLS) assert.equal((await registry.get(skill.name, { cwd }))?.content, skill.content)
      assert.deepEqual(
        (await registry.inspect({ cwd })).providers.map(({ state }) => state),
        ['ok'],
      )
      assert.deepEqual(warnings, [])
      registry.close()
    },
  },
  {
    title: 'shows none of its secrets',
    run: async (subject, { secrets = [] }) => {
      const answer = await listed(subject)
      const skills = await Promise.all(answer.candidates.map((candidate) => loaded(subject, candidate)))
      const shown = inspect([visible(answer), skills], { depth: null, maxArrayLength: null, maxStringLength: null })
      for (const secret of secrets) assert.ok(!shown.includes(secret), 'a secret shows in an answer')
    },
  },
]

/** The provider's answer now, in the long form. Rejects when any part of it is malformed. */
export async function listed(subject: ProviderUnderTest): Promise<CheckedAnswer> {
  const answer = readAnswer(await subject.provider.list(lookupIn(subject)), subject.provider.name)
  const dropped = answer.problems.filter(({ code }) => code === 'field-dropped' || code === 'candidate-dropped')
  assert.deepEqual(dropped, [], 'a part of the answer is malformed')
  return answer
}

/** The skill behind a candidate, cut to what the suite put in. Rejects when the definition is malformed. */
export async function loaded(subject: ProviderUnderTest, candidate: SkillCandidate): Promise<SuiteSkill | undefined> {
  const { provider } = subject
  const definition = readDefinition(
    await provider.get(candidate, lookupIn(subject)),
    provider.name,
    candidate.name,
    (field, complaint) => assert.fail(`${field} of a definition ${complaint}`),
  )
  return definition && { name: definition.name, description: definition.description, content: definition.content }
}

/** What the skill was put in as. */
function original({ name }: SkillCandidate): SuiteSkill | undefined {
  return SUITE_SKILLS.find((skill) => skill.name === name)
}

/** An answer without the locators, which are the provider's own affair. */
function visible(answer: CheckedAnswer): unknown {
  return { ...answer, candidates: answer.candidates.map(({ locator: _locator, ...candidate }) => candidate) }
}

function byName<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((left, right) => (left.name < right.name ? -1 : 1))
}
