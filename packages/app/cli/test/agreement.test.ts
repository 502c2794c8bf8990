import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import type { CheckReport } from '../src/skills/check-run.ts'
import { placeOf, SKILL_FILES, type SkillFile, treeOf, type Verdict } from './skill-files.ts'
import { openSurfaces, type Surfaces } from './surfaces.ts'

const P = 'R/.dsh/skills'

/** What one surface says of one file, in as much detail as it knows. */
type Saying = Readonly<Record<string, unknown>>

/** Everything that is asked once for all files. */
interface Overview {
  readonly surfaces: Surfaces
  readonly inspection: SkillInspection
  /** Of the whole folder, and of its files named one by one. */
  readonly reports: readonly CheckReport[]
  readonly catalog: string
  readonly prefix: string
}

async function overview(files: readonly SkillFile[], tolerance: 'strict' | 'repair'): Promise<Overview> {
  const surfaces = openSurfaces(treeOf(files), { config: `skills: { local: { tolerance: ${tolerance} } }` })
  // Named alone, a document is meant to be a skill.
  const named = files.filter((each) => each.repair !== 'nothing').map((each) => surfaces.at(`${P}/${placeOf(each)}`))
  return {
    surfaces,
    inspection: await surfaces.list(),
    reports: [await surfaces.check(), await surfaces.check(...named)],
    catalog: await surfaces.catalog(),
    prefix: await surfaces.prefix(),
  }
}

const isRefused = (verdict: Verdict): verdict is { readonly refused: string } =>
  typeof verdict === 'object' && 'refused' in verdict
const isLate = (verdict: Verdict): verdict is { readonly late: string } =>
  typeof verdict === 'object' && 'late' in verdict

/** The loader: what `dsh skills list` knows. A refusal by its first error. */
function loaderOf(entry: string, { inspection }: Overview): Saying {
  const isHere = (path: string | undefined): boolean => path === entry || path?.startsWith(`${entry}/`) === true
  const winner = inspection.winners.find(({ path }) => isHere(path))
  if (winner) return { is: winner.disableModelInvocation === true ? 'hidden' : 'loads', name: winner.name }
  const error = inspection.problems.find(({ path, severity }) => severity === 'error' && isHere(path))
  return error ? { is: 'refused', code: error.code, message: error.message } : { is: 'nothing' }
}

/** What a verdict is on each surface. The text of a file that is refused late is nothing that the loader has seen. */
function expectedLoader(verdict: Verdict, name: string): Saying {
  if (isRefused(verdict)) return { is: 'refused', code: verdict.refused }
  if (verdict === 'nothing') return { is: 'nothing' }
  return { is: verdict === 'hidden' ? 'hidden' : 'loads', name }
}

function expectInCatalogs(verdict: Verdict, name: string, { catalog, prefix }: Overview): void {
  const isListed = verdict === 'loads' || isLate(verdict)
  for (const text of [catalog, prefix]) expect(text.includes(`\n- \`${name}\``)).toBe(isListed)
}

async function expectTool(verdict: Verdict, name: string, { surfaces }: Overview): Promise<void> {
  const { content, isError = false } = await surfaces.tool(name)
  expect(isError).toBe(verdict !== 'loads')
  if (verdict === 'loads') expect(content).toContain(`<skill_content name="${name}">`)
  else if (verdict === 'hidden') expect(content).toContain('only the user can start it')
  else if (isLate(verdict)) expect(content).toContain('could not be loaded now')
  else expect(content).toMatch(/unknown or no longer available|not a valid skill name/)
}

async function expectShow(verdict: Verdict, name: string, message: unknown, { surfaces }: Overview): Promise<void> {
  const { code, stdout, stderr } = await surfaces.show(name)
  const isShown = verdict === 'loads' || verdict === 'hidden'
  expect(code === 0).toBe(isShown)
  expect(stdout.includes(`<skill_content name="${name}">`)).toBe(isShown)
  expect(stderr.includes('hidden from the model')).toBe(verdict === 'hidden')
  if (isRefused(verdict) && code === 1) expect(stderr).toContain(message)
  if (isLate(verdict)) expect(stderr).toContain('could not be loaded now')
}

async function expectExplain(verdict: Verdict, entry: string, name: string, { surfaces }: Overview): Promise<void> {
  const { copies, problems, model } = await surfaces.explain(name)
  const copy = copies.find(({ path }) => path === entry || path.startsWith(`${entry}/`))
  const codes = problems.map(({ code }) => code)
  if (isRefused(verdict)) {
    expect({ is: copy?.verdict, codes }).toEqual({ is: 'broken', codes: expect.arrayContaining([verdict.refused]) })
  } else if (verdict === 'nothing') {
    expect(copy?.verdict ?? 'not found by discovery').toBe('not found by discovery')
  } else {
    expect(copy?.verdict).toBe(verdict === 'hidden' ? 'hidden from the model' : 'loaded')
    expect(model?.fault === undefined).toBe(!isLate(verdict))
    if (isLate(verdict)) expect(codes).toContain(verdict.late)
  }
}

/** `check` may be stricter, by a repair, a wrong name and by advice, never laxer; and it knows whatever the loader says of the file. */
function expectCheck(verdict: Verdict, entry: string, report: CheckReport, inspection: SkillInspection): void {
  const files = report.files.filter(({ path }) => path === entry || path.startsWith(`${entry}/`))
  const codes = files.flatMap(({ problems }) => problems.map(({ code }) => code))
  const isFailed = files.some((file) => file.verdict === 'failed')
  if (isRefused(verdict) || isLate(verdict)) {
    expect(isFailed).toBe(true)
    expect(codes).toContain(isRefused(verdict) ? verdict.refused : verdict.late)
  } else if (isFailed && verdict === 'nothing') {
    expect(codes).toContain('case-mismatch')
  } else if (isFailed) {
    expect(codes).toContainEqual(
      expect.stringMatching(/^(?:key-(?:repaired|dropped|duplicate)|yaml-(?:syntax|alias)|header-not-map)$/),
    )
  }
  const known = inspection.problems.filter(({ path }) => path === entry || path.startsWith(`${entry}/`))
  expect(codes).toEqual(expect.arrayContaining(known.map(({ code }) => code)))
}

async function expectAgreement(each: SkillFile, verdict: Verdict, seen: Overview): Promise<void> {
  const entry = seen.surfaces.at(`${P}/${placeOf(each).replace(/\/SKILL\.md$/, '')}`)
  const name = each.name ?? each.folder
  const loader = loaderOf(entry, seen)
  expect(loader).toMatchObject(expectedLoader(verdict, name))
  expectInCatalogs(verdict, name, seen)
  await expectTool(verdict, name, seen)
  await expectShow(verdict, name, loader['message'], seen)
  await expectExplain(verdict, entry, name, seen)
  const [whole, named] = seen.reports
  if (whole) expectCheck(verdict, entry, whole, seen.inspection)
  if (named && verdict !== 'nothing') expectCheck(verdict, entry, named, seen.inspection)
}

describe.each(['repair', 'strict'] as const)('with tolerance %s', (tolerance) => {
  it.each(Object.entries(SKILL_FILES))(
    'loader, tool, show, explain and check agree on every kind of %s [F20] [F13]',
    async (_, files) => {
      const seen = await overview(files, tolerance)
      const disagreements: unknown[] = []
      for (const each of files) {
        const verdict = tolerance === 'strict' ? (each.strict ?? each.repair) : each.repair
        await expectAgreement(each, verdict, seen).catch((error: unknown) => {
          disagreements.push({ folder: each.folder, verdict, error: error instanceof Error ? error.message : error })
        })
      }
      expect(disagreements).toEqual([])
      expect(seen.inspection.complete).toBe(true)
    },
  )
})
