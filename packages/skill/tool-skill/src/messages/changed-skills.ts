import { type CatalogDetail, DETAIL_NOTES } from './catalog-message.ts'

/** Lines of the catalog; of removed skills the names alone. */
export interface ChangedLines {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** What the model reads before a user turn when the skills are no longer those that it was last told of. */
export function changedSkills({ added, changed, removed }: ChangedLines, detail: CatalogDetail): string {
  return [
    '<system-reminder>',
    'The skills of this session have changed. From now on this counts, not what was said of them before:',
    ...section('added_skills', added),
    ...section('changed_skills', changed),
    ...section('removed_skills', removed),
    ...only(
      added,
      '- Added skills are there like those listed before: if one fits the request, first load it with the `skill` tool.',
    ),
    ...only(
      changed,
      '- Changed skills have the new description. If you loaded one before, load it again before you go by it.',
    ),
    ...only(removed, '- Removed skills are no longer available: do not load them.'),
    ...DETAIL_NOTES[detail],
    '</system-reminder>',
  ].join('\n')
}

function section(tag: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`<${tag}>`, ...lines, `</${tag}>`]
}

function only(lines: readonly string[], sentence: string): readonly string[] {
  return lines.length === 0 ? [] : [sentence]
}
