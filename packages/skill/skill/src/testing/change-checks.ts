import assert from 'node:assert/strict'
import { listed, loaded } from './answer-checks.ts'
import type { SourceCheck } from './harness.ts'

/** What a provider owes when its source changes. */
export const changeChecks: readonly SourceCheck[] = [
  {
    title: 'answers undefined for a skill that has gone since it was listed',
    run: async (subject) => {
      const { candidates } = await listed(subject)
      await subject.remove('review')
      for (const candidate of candidates) {
        const skill = await loaded(subject, candidate)
        assert.equal(skill?.name, candidate.name === 'review' ? undefined : candidate.name)
      }
    },
  },
  {
    title: 'lists what has come and leaves out what has gone, at the next call',
    run: async (subject) => {
      await listed(subject)
      await subject.remove('review')
      await subject.write({ name: 'zz-new', description: 'Came later.', content: 'New.' })
      const names = (await listed(subject)).candidates.map(({ name }) => name)
      assert.deepEqual(names.toSorted(), ['a1', 'deploy-2', 'zz-new'])
    },
  },
  {
    title: 'lists and loads a skill as it is today',
    run: async (subject) => {
      await listed(subject)
      const today = { name: 'review', description: 'Reviews more.', content: 'Read it three times.' }
      await subject.write(today)
      const candidate = (await listed(subject)).candidates.find(({ name }) => name === today.name)
      assert.ok(candidate)
      assert.equal(candidate.description, today.description)
      assert.deepEqual(await loaded(subject, candidate), today)
    },
  },
]
