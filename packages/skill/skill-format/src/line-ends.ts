const LONE_CARRIAGE_RETURN = /\r(?!\n)/g

/**
 * `text` with each lone carriage return as a line feed, when that is how its first line ends; else unchanged.
 * An index means the same place in both. In any other file a lone carriage return is a character of its line, as `yaml` has it.
 */
export function withLineFeeds(text: string): string {
  const first = text.indexOf('\r')
  if (first === -1 || first === text.length - 1 || text[first + 1] === '\n') return text
  const feed = text.indexOf('\n')
  return feed !== -1 && feed < first ? text : text.replace(LONE_CARRIAGE_RETURN, '\n')
}
