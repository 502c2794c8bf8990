import type { HeaderVerdict } from './head-memory.ts'

/** Where a candidate's text is: its locator, private to this provider. */
export class SkillLocation {
  readonly path: string
  /** What was read of the file for the listing; spares the parser as long as the header is the same. */
  readonly verdict: HeaderVerdict
  /** Real path of the folder that the file must not leave, if its links are held to one. */
  readonly boundary: string | undefined

  constructor(path: string, verdict: HeaderVerdict, boundary: string | undefined) {
    this.path = path
    this.verdict = verdict
    this.boundary = boundary
  }
}
