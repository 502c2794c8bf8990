import { estimateTokenCount } from 'tokenx'

/** About how many tokens a model counts for `text`. An estimate, some 15% high on mixed text; line by line, so that parts add up. */
export function estimateTokens(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + estimateLine(line), 0)
}

/** The same for one line, its end included. */
export function estimateLine(line: string): number {
  return estimateTokenCount(line) + 1
}
