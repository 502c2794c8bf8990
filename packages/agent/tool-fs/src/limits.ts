/** Largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024

/** Lines in one answer when no limit is asked for. */
export const DEFAULT_LINES = 2_000

/** Most text of a file in one answer, in UTF-16 units: some 16,000 tokens. */
export const MAX_CHARACTERS = 64 * 1024
