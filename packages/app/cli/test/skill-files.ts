import { FILE_MAX_BYTES, HEADER_MAX_BYTES, HEADER_MAX_DEPTH, HEADER_MAX_NODES } from '@deepseek-ai/dsh-skill-format'
import { skillText, type Tree, type TreeEntry } from '@deepseek-ai/dsh-testkit'

/**
 * What becomes of a file. `loads`, `hidden`: as a skill. `late`: it is listed, and refused when its text is read.
 * `nothing`: no skill, and no word about it. Else the code of the error that refuses it.
 */
export type Verdict = 'loads' | 'hidden' | 'nothing' | { readonly refused: string } | { readonly late: string }

export interface SkillFile {
  /** Name of its folder, and of the skill unless `name` says otherwise. */
  readonly folder: string
  /** What the file itself says, where that is another one; it is what the skill is asked for by. */
  readonly name?: string
  readonly file: TreeEntry
  /** Instead of `<folder>/SKILL.md`. */
  readonly place?: string
  readonly repair: Verdict
  /** The same as in `repair` when absent. */
  readonly strict?: Verdict
}

const refused = (code: string): Verdict => ({ refused: code })

const withHeader = (yaml: string, body = 'Do it.'): string => `---\n${yaml}\n---\n${body}\n`

/** A file whose header has these lines beside name and description. */
const withLines = (folder: string, lines: string): string =>
  withHeader(`name: ${folder}\ndescription: A skill.\n${lines}`)

type Draft = Omit<SkillFile, 'folder'>

const loading = (file: TreeEntry): Draft => ({ file, repair: 'loads' })

/** A header that does not parse: refused where it is not repaired. */
const repaired = (file: string, strict: string, repair: Verdict = 'loads'): Draft => {
  return { file, repair, strict: refused(strict) }
}

const failing = (file: TreeEntry, code: string): Draft => ({ file, repair: refused(code) })

const describedAs = (folder: string, description: string): string =>
  withHeader(`name: ${folder}\ndescription: ${description}`)

const hidden = (folder: string, lines: string): Draft => ({ file: withLines(folder, lines), repair: 'hidden' })

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const header = (folder: string): string => skillText(folder)

const TEXT: Readonly<Record<string, Draft>> = {
  plain: loading(header('plain')),
  crlf: loading(header('crlf').replaceAll('\n', '\r\n')),
  'crlf-header': loading(header('crlf-header').replace(/^[^]*---\n/, (text) => text.replaceAll('\n', '\r\n'))),
  'bare-cr': loading(header('bare-cr').replaceAll('\n', '\r')),
  bom: loading(`\uFEFF${header('bom')}`),
  'bom-in-body': loading(skillText('bom-in-body', 'A skill.', 'Do \uFEFFit.')),
  'comment-first': loading(`<!-- a -->\n${header('comment-first')}`),
  'blank-first': loading(`\n\n${header('blank-first')}`),
  'bom-comment': loading(`\uFEFF<!-- a -->\n${header('bom-comment')}`),
  'text-first': failing(`# Title\n${header('text-first')}`, 'header-not-first'),
  'fence-blanks': loading('--- \nname: fence-blanks\ndescription: A skill.\n---\t\nDo it.\n'),
  'no-line-end': loading('---\nname: no-line-end\ndescription: A skill.\n---'),
  'empty-body': loading('---\nname: empty-body\ndescription: A skill.\n---\n\n'),
  'rules-in-body': loading(
    skillText('rules-in-body', 'A skill.', 'a\n\n---\nname: no\n---\n\n---\n\n---\n```\n---\n```'),
  ),
  'rules-only': failing('# Guide\n\n---\n\nText.\n\n---\n\nMore.\n', 'header-missing'),
  'no-header': failing('# Notes\n', 'header-missing'),
  'empty-file': failing('', 'header-missing'),
  'path-as-text': failing('../../shared/pdf/SKILL.md', 'header-missing'),
  unclosed: failing('---\nname: unclosed\ndescription: No end\n\n# Steps\n1. Do it', 'header-unclosed'),
  'unclosed-line': failing('---\nname: unclosed-line\ndescription: some text.---\n', 'header-unclosed'),
  'header-limit': loading(withLines('header-limit', `a: ${'x'.repeat(HEADER_MAX_BYTES - 200)}`)),
  'header-large': failing(withLines('header-large', `a: ${'x'.repeat(HEADER_MAX_BYTES)}`), 'header-too-large'),
  'file-large': failing(header('file-large').padEnd(FILE_MAX_BYTES + 1, 'x'), 'file-too-large'),
  gbk: failing(bytes('---\nname: gbk\ndescription: ', [0xb2, 0xe2], '\n---\nx'), 'file-not-utf8'),
  'utf-16': failing(Buffer.from(`\uFEFF${header('utf-16')}`, 'utf16le'), 'file-not-utf8'),
  png: failing(bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'file-not-utf8'),
  nul: failing(describedAs('nul', 'a\0b'), 'file-binary'),
  'nul-body': { file: skillText('nul-body', 'A skill.', 'a\0b'), repair: { late: 'file-binary' } },
  'bad-body': { file: bytes(header('bad-body'), [0xff]), repair: { late: 'file-not-utf8' } },
}

const YAML: Readonly<Record<string, Draft>> = {
  colon: repaired(describedAs('colon', 'Drafts notes: features, fixes'), 'yaml-syntax'),
  'at-sign': repaired(describedAs('at-sign', '@foo does it'), 'yaml-syntax'),
  'back-tick': repaired(describedAs('back-tick', '`foo` does it'), 'yaml-syntax'),
  bold: repaired(describedAs('bold', '**Use** this'), 'yaml-alias'),
  'quote-and-more': repaired(describedAs('quote-and-more', '"quoted" and more'), 'yaml-syntax'),
  'quote-open': repaired(describedAs('quote-open', '"never closed'), 'yaml-syntax'),
  backslash: repaired(describedAs('backslash', '"C:\\dir"'), 'yaml-syntax'),
  'unused-broken': repaired(withLines('unused-broken', 'allowed-tools: [a[b], c]'), 'yaml-syntax'),
  'two-lines': repaired(describedAs('two-lines', 'a: b\n  and more'), 'yaml-syntax', refused('key-dropped')),
  'twice-description': repaired(withLines('twice-description', 'description: Other.'), 'key-duplicate'),
  'twice-name': repaired(withLines('twice-name', 'name: other'), 'key-duplicate'),
  'cyclic-metadata': repaired(withLines('cyclic-metadata', 'metadata: &m { self: *m }'), 'yaml-alias'),
  'no-blank': repaired(withHeader('name:no-blank\ndescription:x'), 'header-not-map', refused('header-not-map')),
  documents: repaired(withLines('documents', '...\nlicense: MIT'), 'yaml-syntax'),
  'hash-in-text': loading(describedAs('hash-in-text', 'Posts to the #deploys channel')),
  'hash-quoted': loading(describedAs('hash-quoted', '"Uses #tags" # reviewed')),
  'hash-first': failing(describedAs('hash-first', '#all of it'), 'description-missing'),
  tag: loading(describedAs('tag', '!important x')),
  anchor: loading(describedAs('anchor', '&now x')),
  deep: failing(
    withLines('deep', `metadata: ${'['.repeat(HEADER_MAX_DEPTH)}${']'.repeat(HEADER_MAX_DEPTH)}`),
    'header-too-complex',
  ),
  'many-nodes': failing(withLines('many-nodes', `metadata: [${'x,'.repeat(HEADER_MAX_NODES)}]`), 'header-too-complex'),
  ...Object.fromEntries(
    ['|', '>', '|-', '>-', '|+', '>+', '|2', '>2-'].map((mark, index) => {
      return [`block-${index}`, loading(describedAs(`block-${index}`, `${mark}\n  One line.\n  Two lines.`))]
    }),
  ),
}

const FIELDS: Readonly<Record<string, Draft>> = {
  'name-number': failing(withHeader('name: 12306\ndescription: A skill.'), 'field-type'),
  'name-true': failing(withHeader('name: true\ndescription: A skill.'), 'field-type'),
  'name-exponent': failing(withHeader('name: 1e3\ndescription: A skill.'), 'field-type'),
  'name-list': failing(withHeader('name: [a]\ndescription: A skill.'), 'field-type'),
  'name-empty': failing(withHeader('name:\ndescription: A skill.'), 'name-missing'),
  'name-missing': failing(withHeader('description: A skill.'), 'name-missing'),
  'name-date': { ...loading(withHeader('name: 2024-05-01\ndescription: A skill.')), name: '2024-05-01' },
  'name-upper': failing(withHeader('name: Name-Upper\ndescription: A skill.'), 'name-invalid'),
  'name-accent': failing(withHeader('name: café\ndescription: A skill.'), 'name-invalid'),
  'name-chinese': failing(withHeader('name: 数据-分析\ndescription: A skill.'), 'name-invalid'),
  'name-combining': failing(withHeader('name: cafe\u0301\ndescription: A skill.'), 'name-invalid'),
  'name-alike': failing(withHeader('name: pl\u0430in\ndescription: A skill.'), 'name-invalid'),
  'acme.other': { ...loading(header('other')), name: 'other' },
  'description-number': failing(describedAs('description-number', '42'), 'field-type'),
  'description-blank': failing(describedAs('description-blank', '"  "'), 'description-missing'),
  'description-missing': failing(withHeader('name: description-missing'), 'description-missing'),
  'description-unseen': failing(describedAs('description-unseen', '"\\u200b"'), 'description-missing'),
  'description-long': loading(describedAs('description-long', 'word '.repeat(2_400).trim())),
  'metadata-text': loading(withLines('metadata-text', 'metadata: text')),
  'metadata-proto': loading(withLines('metadata-proto', 'metadata: { __proto__: { x: 1 } }')),
  'unused-fields': loading(
    withLines('unused-fields', 'license: 2024\nargument-hint: [scope: full|quick]\nallowed-tools: [A, B]'),
  ),
  'when-to-use': loading(withLines('when-to-use', 'when_to_use: [a]')),
  'flag-false': loading(withLines('flag-false', 'disable-model-invocation: false')),
  'flag-true': hidden('flag-true', 'disable-model-invocation: true'),
  'flag-camel': hidden('flag-camel', 'disableModelInvocation: true'),
  'flag-text': hidden('flag-text', 'disable-model-invocation: "true"'),
  'flag-yes': hidden('flag-yes', 'disable-model-invocation: yes'),
  'flag-one': hidden('flag-one', 'disable-model-invocation: 1'),
  'flag-maybe': hidden('flag-maybe', 'disable-model-invocation: maybe'),
  'flag-both': hidden('flag-both', 'disable-model-invocation: true\ndisableModelInvocation: false'),
  'flag-broken': repaired(withLines('flag-broken', 'disable-model-invocation: false: x'), 'yaml-syntax', 'hidden'),
  'flag-twice': repaired(
    withLines('flag-twice', 'disable-model-invocation: false\ndisable-model-invocation: false'),
    'key-duplicate',
    'hidden',
  ),
}

const FILES: Readonly<Record<string, Draft>> = {
  'folder-as-file': failing({ dir: true }, 'not-regular-file'),
  device: failing({ link: '/dev/zero' }, 'not-regular-file'),
  dangling: { ...failing({ link: 'nowhere' }, 'link-dangling'), place: 'dangling' },
  'dangling-file': failing({ link: 'nowhere' }, 'link-dangling'),
  loop: { ...failing({ link: 'loop' }, 'link-loop'), place: 'loop' },
  linked: { ...loading({ link: '../../linked' }), place: 'linked' },
  flat: { ...loading(header('flat')), place: 'flat.md' },
  'flat-broken': { ...failing(withHeader('name: flat-broken'), 'description-missing'), place: 'flat-broken.md' },
  'flat-document': { file: '# A document\n', place: 'flat-document.md', repair: 'nothing' },
  'flat-half': {
    ...repaired(describedAs('flat-half', 'One: two'), 'yaml-syntax'),
    place: 'flat-half.md',
  },
  'other-letters': { file: header('other-letters'), place: 'other-letters/skill.md', repair: 'nothing' },
  'no-file': { file: { dir: true }, place: 'no-file', repair: 'nothing' },
}

const named = (drafts: Readonly<Record<string, Draft>>): readonly SkillFile[] =>
  Object.entries(drafts).map(([folder, draft]) => ({ folder, ...draft }))

/** Skill files of every kind that a reader of them must judge, each with what becomes of it. */
export const SKILL_FILES: Readonly<Record<string, readonly SkillFile[]>> = {
  'fence and encoding': named(TEXT),
  'YAML text': named(YAML),
  'field and name': named(FIELDS),
  'file and link': named(FILES),
}

/** Where a file stands in a folder of skills. */
export function placeOf({ folder, place = `${folder}/SKILL.md` }: SkillFile): string {
  return place
}

/** Some of them in the folder of skills of the project `R`, and the folder that one is a link to. */
export function treeOf(files: readonly SkillFile[]): Tree {
  return {
    'R/.git': { dir: true },
    'R/linked/SKILL.md': header('linked'),
    ...Object.fromEntries(files.map((each) => [`R/.dsh/skills/${placeOf(each)}`, each.file])),
  }
}
