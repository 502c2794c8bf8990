/** The YAML text of a header. */
export interface HeaderSource {
  readonly text: string
  /** Where it stands in its file. */
  readonly offset: number
  /** Where the line that opens the header starts in that file. */
  readonly openedAt: number
}
