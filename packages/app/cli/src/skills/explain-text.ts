import { problemLine } from '../problem-line.ts'
import { visibleLine } from '../visible-text.ts'
import type { Explanation, ModelView, SkillCopy } from './explanation.ts'

/** What `dsh skills explain` prints. */
export function explainText(explanation: Explanation): string {
  const { answer, model, copies } = explanation
  // A problem that is the reason for a verdict stands there already.
  const problems = explanation.problems.filter(
    ({ path, message }) => !copies.some((copy) => copy.path === path && copy.reason?.includes(message)),
  )
  const blocks = [
    [answer],
    model === undefined ? [] : ['What the model gets:', ...modelLines(model)],
    copies.length === 0 ? [] : ['Every copy that was seen, in order of precedence:', ...copies.map(copyLine)],
    problems.length === 0 ? [] : ['Problems:', ...problems.map((problem) => `  ${problemLine(problem)}`)],
    ['Where skills are looked for:', ...rootLines(explanation)],
  ]
  const texts = blocks.filter((block) => block.length > 0).map((block) => block.map(visibleLine).join('\n'))
  return `${texts.join('\n\n')}\n`
}

function modelLines({
  catalogLine,
  description,
  whenToUse,
  characters,
  tokens,
  resourceBase,
  fault,
}: ModelView): string[] {
  const lines = [
    catalogLine === undefined ? '  catalog: nothing, it is hidden' : `  catalog: ${catalogLine}`,
    `  description in full: ${description}`,
  ]
  if (whenToUse !== undefined) lines.push(`  when to use, not sent: ${whenToUse}`)
  if (fault !== undefined) lines.push(`  text: cannot be loaded now: ${fault}`)
  if (characters !== undefined)
    lines.push(`  text: ${characters} characters, about ${tokens ?? 0} tokens (dsh skills show)`)
  if (resourceBase !== undefined) lines.push(`  files that it names: in ${resourceBase}`)
  return lines
}

function copyLine({ verdict, path, source, rank, reason }: SkillCopy): string {
  const place = rank === undefined ? path : `${path} (${source ?? ''}, rank ${rank})`
  return `  ${verdict}: ${place}${reason === undefined ? '' : `: ${reason}`}`
}

function rootLines({ project, roots, complete }: Explanation): string[] {
  const found =
    project?.foundBy === 'git' ? 'the nearest folder with .git' : 'the working folder, for no folder above has .git'
  const lines = project === undefined ? ['  no project'] : [`  project root ${project.root}: ${found}`]
  for (const { rank, source, path, realPath, state, sameAs } of roots) {
    const link = realPath === undefined ? '' : `, which leads to ${realPath}`
    const same = sameAs === undefined ? '' : ` as ${sameAs}`
    lines.push(`  ${rank} ${source}: ${path}${link}: ${state}${same}`)
  }
  if (!complete) lines.push('  something could not be read just now: run the command again')
  return lines
}
