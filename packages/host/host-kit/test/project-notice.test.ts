import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { expect, it } from 'vitest'
import { projectNotice } from '../src/index.ts'

const ROOT = '/work/shop'

const skill = (name: string, source: string) => ({
  name,
  description: 'D.',
  source,
  provider: 'local',
  rank: 100,
  locator: undefined,
})

/** An answer for the project, with a skill of each source that is named. */
function inspectionOf(sources: readonly string[], hasProject = true) {
  return {
    ...(hasProject && { project: { root: ROOT, foundBy: 'git' } }),
    winners: sources.map((source, index) => skill(`s${index}`, source)),
    roots: [
      { source: 'project-dsh', path: `${ROOT}/.dsh/skills` },
      { source: 'project-agents', path: `${ROOT}/.agents/skills` },
      { source: 'user-dsh', path: '/home/.dsh/skills' },
    ],
  } as unknown as SkillInspection
}

interface Earlier {
  readonly id: string
  readonly cwd: string
  readonly firstWords?: string
}

const storeOf = (sessions: readonly Earlier[]) => ({
  some: (fits: (session: Earlier) => boolean) => sessions.some((session) => fits(session)),
})
const known = (...folders: readonly string[]) =>
  storeOf(folders.map((cwd, index) => ({ id: `id-${index}`, cwd, firstWords: 'Hello' })))
const noticeOf = (
  inspection: SkillInspection,
  sessions = known(),
  session?: { readonly id: string; readonly isResumed: boolean },
) => projectNotice(inspection, { sessions, session, listCall: '/skills' })

it('counts the skills of the project by their folder, and none from elsewhere', () => {
  expect(noticeOf(inspectionOf(['project-dsh', 'project-dsh', 'project-agents', 'user-dsh', 'runtime']))).toBe(
    'First session in this project. 3 skills come from it, and may tell the model what to do: 2 from /work/shop/.dsh/skills, 1 from /work/shop/.agents/skills. /skills lists them.',
  )
  expect(noticeOf(inspectionOf(['project-agents']))).toContain(' 1 skill comes from it')
})

it('says nothing where no skill of the project counts, or there is no project', () => {
  const never = {
    some: () => {
      throw new Error('asked')
    },
  }
  expect(noticeOf(inspectionOf(['user-dsh', 'runtime']), never)).toBeUndefined()
  expect(noticeOf(inspectionOf(['project-dsh'], false), never)).toBeUndefined()
})

it.each([
  ['in its root', [ROOT], undefined],
  ['below it', [`${ROOT}/a/b`], undefined],
  ['in a folder of two dots and more', [`${ROOT}/..a`], undefined],
  ['that this one goes on with', [], { id: 'id-9', isResumed: true }],
])('says nothing after a session %s', (_where, folders, session) => {
  expect(noticeOf(inspectionOf(['project-dsh']), known(...folders), session)).toBeUndefined()
})

it('does not take this session, nor one beside or above the project, for an earlier one', () => {
  const session = { id: 'id-0', isResumed: false }
  expect(noticeOf(inspectionOf(['project-dsh']), known(ROOT, '/work', '/work/shop-2', '/'), session)).toContain('First')
})

it('takes each folder for a project of its own where there is no .git', () => {
  const inspection = { ...inspectionOf(['project-dsh']), project: { root: ROOT, foundBy: 'cwd' } as const }
  expect(noticeOf(inspection, known(`${ROOT}/a`))).toContain('First')
  expect(noticeOf(inspection, known(ROOT))).toBeUndefined()
})

it('does not count a session in which nothing was said: nobody may have seen the notice', () => {
  expect(noticeOf(inspectionOf(['project-dsh']), storeOf([{ id: 'id-9', cwd: ROOT }]))).toContain('First')
})
