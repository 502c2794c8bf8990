import { escapeText, quote } from './quote.ts'
import type { Finding } from './problem-list.ts'

/** What `yaml` says about one error; `pos` counts in the text that it was given. */
export interface YamlError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

const BLOCK_ADVICE = 'or write it as a block: `>-` after the colon, the text on the lines below, indented'

/** Puts an error of `yaml` into words that tell the author of a skill what to do. */
export function explainYamlError(error: YamlError, source: string): Finding {
  const at = error.pos[0]
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return explainNestedKey(at, source)
    case 'BAD_SCALAR_START':
      return syntax(`An unquoted value cannot start with ${quote(source.charAt(at))}`, 'Quote the value', at)
    case 'TAB_AS_INDENT':
      return syntax('This line is indented with a tab', 'Indent with spaces', at)
    case 'BAD_DQ_ESCAPE':
      return syntax(
        'Between double quotes, this backslash starts an escape that YAML does not know',
        'Quote the value with single quotes, or write the backslash twice',
        at,
      )
    case 'MISSING_CHAR':
      return explainMissing(error, source)
    default:
      return explainOther(error)
  }
}

function explainOther(error: YamlError): Finding {
  const message = `The header is not valid YAML: ${escapeText(error.message)}`
  return syntax(message, `Quote the value, ${BLOCK_ADVICE}`, error.pos[0])
}

/** Of a quote that is never closed `yaml` tells where the text ends. The quote is the last one before. */
function explainMissing(error: YamlError, source: string): Finding {
  const mark = /^Missing closing (["'])/.exec(error.message)?.[1]
  const at = mark === undefined ? -1 : source.lastIndexOf(mark, error.pos[0] - 1)
  if (at === -1) return explainOther(error)
  return syntax(
    'This quote is never closed',
    `Close it; if it belongs to the text, quote the value, ${BLOCK_ADVICE}`,
    at,
  )
}

/** A `: ` inside an unquoted value, four fifths of all errors: `yaml` points at the start of the value, we at the colon. */
function explainNestedKey(at: number, source: string): Finding {
  const colon = source.slice(at).search(/:[ \t\r\n]|:$/)
  if (colon === -1 || /^[?-][ \t]/.test(source.slice(at, at + 2))) {
    return syntax('A map or list cannot start on the line of its key', `Quote the value, ${BLOCK_ADVICE}`, at)
  }
  const isSameLine = !source.slice(at, at + colon).includes('\n')
  return syntax(
    'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key',
    isSameLine
      ? `Quote the value, ${BLOCK_ADVICE}`
      : 'Quote the value, or let this line start at the same column as the other keys',
    at + colon,
  )
}

function syntax(message: string, hint: string, at: number): Finding {
  return { code: 'yaml-syntax', message, hint, at }
}
