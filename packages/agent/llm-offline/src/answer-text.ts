import type { Attempt, OfflineRequest } from './read-request.ts'

const INTRODUCTION =
  'No language model is connected. This is the offline responder: it loads the skill whose words fit yours best, and does not think.'

const WAY_OUT =
  'To talk to a real model, set DEEPSEEK_API_KEY (or DSH_API_KEY, DSH_BASE_URL and DSH_MODEL for another endpoint) and run again without --offline.'

/** Both in UTF-16 units: a terminal page or two. */
const INSTRUCTIONS_MAX_LENGTH = 6_000
const FILE_MAX_LENGTH = 4_000

const NAMES_MAX = 10

/** What the read tool puts around a file, with the line of its own below. For people the file is set apart already. */
const FILE_FRAME = /^<file_content [^\n]*>\n([^]*)<\/file_content>(?:\n(.*))?$/

/** The whole answer, without a line end: what this is, what it did, how to get a real model. */
export function answerText(request: OfflineRequest): string {
  return [INTRODUCTION, ...report(request), WAY_OUT].join('\n\n')
}

function report(request: OfflineRequest): readonly string[] {
  const { attempts, loaded } = request
  if (loaded !== undefined) {
    const reads = attempts.filter((attempt) => attempt.tool === 'read')
    return [
      `Loaded the skill \`${loaded.name}\`. Its instructions:`,
      quote(loaded.instructions, INSTRUCTIONS_MAX_LENGTH),
      ...reads.flatMap(reportRead),
    ]
  }
  const failed = attempts.find((attempt) => attempt.tool === 'skill')
  if (failed === undefined) return [reportNoMatch(request)]
  return [`The skill \`${failed.target ?? ''}\` fits, but could not be loaded:`, quote(failed.content, FILE_MAX_LENGTH)]
}

function reportRead({ target = '', content, isError }: Attempt): readonly string[] {
  const sentence = isError
    ? `Could not read ${target}, which the skill names:`
    : `Read ${target}, which the skill names:`
  return [sentence, quote(content.replace(FILE_FRAME, '$1$2'), FILE_MAX_LENGTH)]
}

function reportNoMatch({ tools, catalog = [] }: OfflineRequest): string {
  if (catalog.length === 0 || !tools.has('skill')) return 'This session offers no skills, so there was nothing to load.'
  const names = catalog.slice(0, NAMES_MAX).map(({ name }) => `\`${name}\``)
  const more = catalog.length > names.length ? ` and ${catalog.length - names.length} more` : ''
  return `No skill matches these words, so none was loaded. There are: ${names.join(', ')}${more}.`
}

function quote(text: string, maxLength: number): string {
  const shown = cut(text.trimEnd(), maxLength)
  const rest = text.trimEnd().length - shown.length
  const lines = (shown === '' ? '(nothing)' : shown).split('\n').map((line) => `> ${line}`.trimEnd())
  return [...lines, ...(rest > 0 ? [`> … ${rest} more characters`] : [])].join('\n')
}

/** At the end of a line where there is one, else anywhere but inside a character. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  const lineEnd = start.lastIndexOf('\n')
  if (lineEnd > 0) return start.slice(0, lineEnd)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
