import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRY_PROBLEM_CODES } from '@deepseek-ai/dsh-skill'
import { FORMAT_PROBLEM_CODES } from '@deepseek-ai/dsh-skill-format'
import { LOCAL_PROBLEM_CODES } from '@deepseek-ai/dsh-skill-local'
import { repositoryRoot } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { ADVICE_CODES } from '../src/skills/advice.ts'
import { openSurfaces } from './surfaces.ts'

const PAGE = readFileSync(join(repositoryRoot, 'docs/problems.md'), 'utf8')
const CODES = [...FORMAT_PROBLEM_CODES, ...LOCAL_PROBLEM_CODES, ...REGISTRY_PROBLEM_CODES, ...ADVICE_CODES]

interface Section {
  readonly code: string
  readonly text: string
  /** Skill files that have the problem. */
  readonly examples: readonly string[]
}

const SECTIONS: readonly Section[] = PAGE.split(/^### /m)
  .slice(1)
  .map((part) => {
    const [, code = '', text = ''] = /^`([a-z0-9-]+)`\n\n([^]*)$/.exec(part) ?? []
    return {
      code,
      text,
      examples: Array.from(text.matchAll(/^```markdown broken\n([^]*?)^```$/gm), ([, file = '']) => file),
    }
  })

/** Where a code is produced that has no example on the page. */
const PRODUCED_IN: Readonly<Record<string, string>> = {
  'header-too-large': 'skill/skill-format/test/problem.test.ts',
  'header-too-complex': 'skill/skill-format/test/problem.test.ts',
  'name-not-folder': 'skill/skill-local/test/discovery.test.ts',
  'description-too-long': 'skill/skill-format/test/problem.test.ts',
  'invisible-characters': 'skill/skill-format/test/problem.test.ts',
  'file-binary': 'skill/skill-format/test/problem.test.ts',
  'file-not-utf8': 'skill/skill-format/test/problem.test.ts',
  'file-too-large': 'skill/skill-format/test/problem.test.ts',
  'not-regular-file': 'skill/skill-local/test/odd-files.test.ts',
  unreadable: 'skill/skill-local/test/faults.test.ts',
  'read-failed': 'skill/skill-local/test/faults.test.ts',
  'out-of-descriptors': 'skill/skill-local/test/faults.test.ts',
  'file-vanished': 'skill/skill-local/test/faults.test.ts',
  'name-not-utf8': 'skill/skill-local/test/odd-files.test.ts',
  namesake: 'skill/skill-local/test/entries.test.ts',
  'case-mismatch': 'skill/skill-local/test/near-misses.test.ts',
  'no-skill-file': 'skill/skill-local/test/near-misses.test.ts',
  'too-deep': 'skill/skill-local/test/near-misses.test.ts',
  'link-followed': 'skill/skill-local/test/links.test.ts',
  'link-leaves-project': 'skill/skill-local/test/links.test.ts',
  'link-outside-project': 'skill/skill-local/test/links.test.ts',
  'links-unchecked': 'skill/skill-local/test/service-files.test.ts',
  'link-dangling': 'skill/skill-local/test/links.test.ts',
  'link-loop': 'skill/skill-local/test/links.test.ts',
  'root-missing': 'skill/skill-local/test/roots.test.ts',
  'root-not-folder': 'skill/skill-local/test/roots.test.ts',
  'entries-limit': 'skill/skill-local/test/odd-files.test.ts',
  'folder-not-searched': 'skill/skill-local/test/near-misses.test.ts',
  'cwd-missing': 'skill/skill-local/test/project.test.ts',
  'look-limit': 'skill/skill-local/test/near-misses.test.ts',
  'problems-limit': 'skill/skill-local/test/faults.test.ts',
  'field-dropped': 'skill/skill/test/service.test.ts',
  'candidate-dropped': 'skill/skill/test/service.test.ts',
  'provider-failed': 'skill/skill/test/failure.test.ts',
  'provider-timeout': 'skill/skill/test/failure.test.ts',
  'runtime-duplicate': 'skill/skill/test/inspect.test.ts',
  'project-not-given': 'skill/skill/test/folders.test.ts',
  'file-misnamed': 'app/cli/test/check.test.ts',
  'description-cut': 'app/cli/test/check.test.ts',
  'body-long': 'app/cli/test/check.test.ts',
  'side-file': 'app/cli/test/check-walk.test.ts',
  'file-unpacked-flat': 'app/cli/test/check-files.test.ts',
  'script-not-executable': 'app/cli/test/check-files.test.ts',
  'script-line-ends': 'app/cli/test/check-files.test.ts',
}

describe('the page on problems', () => {
  it('has a section on each code, and on nothing else', () => {
    expect(new Set(CODES).size).toBe(CODES.length)
    expect(SECTIONS.map(({ code }) => code).toSorted()).toEqual(CODES.toSorted())
  })

  it.each(SECTIONS)('says how bad $code is, what it means and how to mend it', ({ text }) => {
    expect(text).toMatch(/^(?:Error|Warning|Note)[ .,;][^]{40,}?\n\nFix: [^\n]{8,}\.\n/)
  })

  it.each(SECTIONS.filter(({ examples }) => examples.length > 0))(
    'shows files that have $code, as check says, and as bad as it says',
    async ({ code, text, examples }) => {
      for (const example of examples) {
        const found = await Promise.all(
          ['strict', 'repair'].map(async (tolerance) => {
            const tree = { 'R/.git': { dir: true }, 'R/.dsh/skills/release-notes/SKILL.md': example } as const
            const surfaces = openSurfaces(tree, { config: `skills: { local: { tolerance: ${tolerance} } }` })
            const { files } = await surfaces.check()
            return files.flatMap(({ problems }) => problems)
          }),
        )
        const severities = found
          .flat()
          .filter((problem) => problem.code === code)
          .map(({ severity }) => severity)
        expect(text.split(/[ .,;]/, 1)[0]?.toLowerCase()).toBe(severities[0])
      }
    },
  )

  it('has an example of each code, or a test produces it', () => {
    const exampleless = SECTIONS.filter(({ examples }) => examples.length === 0).map(({ code }) => code)
    expect(Object.keys(PRODUCED_IN).toSorted()).toEqual(exampleless.toSorted())
    for (const [code, path] of Object.entries(PRODUCED_IN)) {
      const test = readFileSync(join(repositoryRoot, 'packages', path), 'utf8')
      expect([code, new RegExp(`[' ]${code}[' ]`).test(test)]).toEqual([code, true])
    }
  })
})
