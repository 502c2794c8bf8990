import { problemText } from '@deepseek-ai/dsh-host-kit'
import type { InspectedSkill, ShadowedSkill, SkillInspection } from '@deepseek-ai/dsh-skill'
import type { Style } from '../view/style.ts'
import { visibleLine } from '../view/visible-text.ts'

/** What `/skills` shows: what is there, what is shadowed, what is broken and why. Safe lines. */
export function skillsText(inspection: SkillInspection, style: Style): readonly string[] {
  const { winners, shadowed, problems, complete, project, cwd } = inspection
  const listed = winners.filter((skill) => skill.disableModelInvocation !== true)
  const own = winners.filter((skill) => skill.disableModelInvocation === true)
  const broken = problems.filter(({ severity }) => severity === 'error')
  const doubtful = problems.filter(({ severity }) => severity === 'warning')
  const lines = [
    ...section(
      `Skills in ${visibleLine(project?.root ?? cwd ?? 'no project')}`,
      listed.map(skillLine(style)),
      style,
      'none',
    ),
    ...section('Hidden from the model, started by you', own.map(skillLine(style)), style),
    ...section('Shadowed by a namesake', shadowed.map(shadowedLine), style),
    ...section(
      'Broken',
      broken.map((problem) => style.bad(problemText(problem))),
      style,
    ),
    ...section(
      'Not as meant',
      doubtful.map((problem) => style.warning(problemText(problem))),
      style,
    ),
    ...(complete ? [] : ['', style.warning('Something could not be read just now: /skills again may show more.')]),
  ]
  return lines.slice(1)
}

function skillLine({ bold, dim }: Style): (skill: InspectedSkill) => string {
  return ({ name, description, source }) => {
    return `${bold(visibleLine(name))} ${dim(`(${visibleLine(source)})`)} ${visibleLine(description.replace(/\s+/g, ' '))}`
  }
}

function shadowedLine({ skill, shadowedBy }: ShadowedSkill): string {
  const place = (each: InspectedSkill): string => each.path ?? `${each.source} of ${each.provider}`
  return visibleLine(`${skill.name}: ${place(skill)}, behind ${place(shadowedBy)}`)
}

/** A heading and its lines; nothing at all when there are none, unless `empty` says so. */
function section(title: string, lines: readonly string[], style: Style, empty?: string): readonly string[] {
  const shown = lines.length === 0 && empty !== undefined ? [style.dim(empty)] : lines
  return shown.length === 0 ? [] : ['', style.bold(style.accent(title)), ...shown.map((line) => `  ${line}`)]
}
