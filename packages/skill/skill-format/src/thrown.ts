/** The text of anything that was thrown, a hostile object among it. Never throws. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    // A getter, a `toString` or a proxy of what was thrown has thrown in turn.
    return 'an error without a readable text'
  }
}
