/** What a text does that YAML, or a file of settings, does not allow. `offset` counts in the text. */
export interface YamlFinding {
  readonly message: string
  readonly hint: string
  readonly offset: number
}

/** Words for an error of `yaml`. Its own may quote the text, and that may be a key, so they are not passed on. */
export function explainYamlError({
  code,
  pos: [offset],
}: {
  code: string
  pos: readonly [number, number]
}): YamlFinding {
  const [message, hint] = WORDS[code] ?? ['this is not valid YAML', 'quote the value, and indent with spaces']
  return { message, hint, offset }
}

const WORDS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [
    'an unquoted value holds a colon followed by a blank, or the line below it is indented',
    'quote the value, or let both lines start at the same column',
  ],
  DUPLICATE_KEY: ['this key is here for the second time', 'keep one of the two'],
  TAB_AS_INDENT: ['this line is indented with a tab', 'indent with spaces'],
  BAD_INDENT: ['this line does not start where its neighbours do', 'let the settings of one map start at one column'],
  MISSING_CHAR: ['a quote, a bracket, a comma or a colon is missing', 'write `key: value`, and close what is opened'],
  BAD_SCALAR_START: ['an unquoted value cannot start with this character', 'quote the value'],
  BAD_DQ_ESCAPE: ['no such escape between double quotes', 'use single quotes, or write the backslash twice'],
  MULTILINE_IMPLICIT_KEY: ['a setting begins here that has no colon in its line', 'write `key: value` in one line'],
  UNEXPECTED_TOKEN: [
    'something stands here that does not belong',
    'quote a value that holds quotes, brackets or commas',
  ],
  MULTIPLE_DOCS: ['a second YAML document begins here', 'remove the line `---` or `...`'],
  NON_STRING_KEY: ['a key is a plain text', 'write `key: value`'],
}
