import { basename, dirname } from 'node:path'
import type { InspectedSkill, SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import type { Tolerance } from '@deepseek-ai/dsh-skill-format'
import { type Catalog, estimateTokens } from '@deepseek-ai/dsh-tool-skill/text'
import { problemLine } from '../problem-line.ts'
import { visibleLine } from '../visible-text.ts'
import { shortened } from './shortened.ts'

const FATES: Readonly<Record<Tolerance, string>> = { strict: 'skipped', repair: 'repaired' }

/** Notes that a person should see without asking: the text of others is then part of what the model gets. */
const SHOWN_NOTES: ReadonlySet<string> = new Set(['link-leaves-project'])

export interface ListView {
  /** Skills in folders between the working folder and the project root. */
  readonly unsearched: readonly SkillProblem[]
  readonly tolerance: Tolerance
  /** What a session would get; absent when the model may see none. */
  readonly catalog: Catalog | undefined
}

/** What `dsh skills list` prints. */
export function listText(inspection: SkillInspection, view: ListView): string {
  const visible = inspection.winners.filter((skill) => skill.disableModelInvocation !== true)
  const hidden = inspection.winners.filter((skill) => skill.disableModelInvocation === true)
  const blocks = [
    [heading(inspection, view.tolerance)],
    visible.length === 0 ? ['  no skills'] : table(visible),
    hidden.length === 0 ? [] : ['hidden from the model, started by the user:', ...table(hidden)],
    inspection.problems.filter(isShown).map(problemLine),
    remainder(inspection, view),
  ]
  const text = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
  return `${text.join('\n\n')}\n`
}

function heading({ cwd, project, winners }: SkillInspection, tolerance: Tolerance): string {
  const found = project?.foundBy === 'git' ? 'nearest folder with .git' : 'no .git above it'
  const root = project ? `project ${project.root} (${found})` : `no project for ${cwd ?? 'this folder'}`
  return visibleLine(`${count(winners.length, 'skill')} in ${root}; headers that do not parse are ${FATES[tolerance]}`)
}

function table(skills: readonly InspectedSkill[]): string[] {
  const nameWidth = Math.max(...skills.map(({ name }) => name.length))
  const sourceWidth = Math.max(...skills.map(({ source }) => source.length))
  return skills.map(({ name, source, description }) => {
    return `  ${name.padEnd(nameWidth)}  ${visibleLine(source).padEnd(sourceWidth)}  ${shortened(description)}`
  })
}

function isShown({ severity, code }: SkillProblem): boolean {
  return severity !== 'note' || SHOWN_NOTES.has(code)
}

function remainder(
  { shadowed, complete, problems }: SkillInspection,
  { unsearched, catalog }: Pick<ListView, 'unsearched' | 'catalog'>,
): string[] {
  const lines = catalog === undefined ? [] : [cost(catalog)]
  const names = [...new Set(shadowed.map(({ skill }) => skill.name))]
  if (names.length > 0) lines.push(`shadowed by a namesake: ${names.join(', ')} (dsh skills explain NAME)`)
  const [outside] = unsearched
  if (outside !== undefined) {
    const skill = dirname(outside.path)
    const folder = basename(outside.path) === 'SKILL.md' ? dirname(skill) : skill
    lines.push(
      visibleLine(
        `not searched, for the project root is elsewhere: ${folder} (dsh skills explain ${outside.skill ?? 'NAME'})`,
      ),
    )
  }
  if (!complete) lines.push('this list is incomplete for the moment: run the command again')
  const notes = problems.filter((problem) => !isShown(problem)).length
  if (notes > 0) lines.push(`${count(notes, 'note')} more (dsh skills list --json)`)
  return lines
}

/** Of the catalog alone: the text of a skill costs only when it is loaded. */
function cost({ text, detail }: Catalog): string {
  const cuts: Readonly<Record<Catalog['detail'], string>> = {
    full: '',
    shortened: ', with descriptions shortened to fit catalogMaxTokens',
    names: ', with names alone to fit catalogMaxTokens',
  }
  return `catalog: about ${estimateTokens(text)} tokens in each request${cuts[detail]} (dsh skills catalog)`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
