const LINK = /(?<!!)\[[^[\]\n]*\]\(\s*<?([^\s<>()]+)/g
// Assets and pictures are for output. Only what is meant to be read or run counts when it is not a link.
const BARE_PATH = /(?<![\p{L}\p{N}_./\\-])(?:\.\/)?((?:references|scripts)\/[\p{L}\p{N}_./-]*[\p{L}\p{N}])/gu
// Absolute, an address, with a back-slash or a control character.
const NO_RELATIVE_PATH = /^\/|^[a-z][a-z0-9+.-]*:|[\\\p{Cc}]/iu

/** Longer ones are no paths. In UTF-16 units. */
const PATH_MAX_LENGTH = 500

/**
 * Files of the skill that its instructions name, as relative paths in order of first mention, each once.
 *
 * Markdown links to relative paths, and `references/…` or `scripts/…` anywhere. Never a path that leaves the skill's
 * folder, a folder, an address or a pattern with gaps.
 */
export function referencedFiles(instructions: string): readonly string[] {
  const found = [
    ...Array.from(instructions.matchAll(LINK), (match) => ({ index: match.index, path: linkTarget(match[1] ?? '') })),
    ...Array.from(instructions.matchAll(BARE_PATH), (match) => ({ index: match.index, path: match[1] ?? '' })),
  ].sort((a, b) => a.index - b.index)
  return [...new Set(found.flatMap(({ path }) => filePath(path)))]
}

function linkTarget(target: string): string {
  const path = target.replace(/[#?][^]*/, '')
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path // A lone `%` is part of the name.
    throw error
  }
}

function filePath(path: string): readonly string[] {
  if (path.length > PATH_MAX_LENGTH || NO_RELATIVE_PATH.test(path)) return []
  const parts = path.split('/').filter((part) => part !== '.' && part !== '')
  const hasExtension = /[^.]\.[\p{L}\p{N}]+$/u.test(parts.at(-1) ?? '')
  return hasExtension && !parts.includes('..') ? [parts.join('/')] : []
}
