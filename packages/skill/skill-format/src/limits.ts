/** Largest SKILL.md that loads, in bytes. */
export const FILE_MAX_BYTES = 2 * 1024 * 1024

/** Where the closing line of a header, its line end included, must end at the latest: in bytes from the start of the file. */
export const HEADER_MAX_BYTES = 16 * 1024

/** Deepest nesting of maps and lists in a header; its own map is the first level. */
export const HEADER_MAX_DEPTH = 32

/** Most nodes in a header: maps, lists, keys and values, and each tag and anchor; its own map is the first. */
export const HEADER_MAX_NODES = 1024

/** Length of a description above which `check` warns, in UTF-16 units. */
export const DESCRIPTION_ADVISED_LENGTH = 1024
