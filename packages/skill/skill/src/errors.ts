/** A provider or a registration broke the interface: a programming error, never ordinary life. */
export class SkillContractError extends TypeError {
  override readonly name = 'SkillContractError'
  readonly provider: string
  readonly skill: string | undefined
  readonly field: string

  constructor(options: { provider: string; skill?: string | undefined; field: string; message: string }) {
    super(options.message)
    this.provider = options.provider
    this.skill = options.skill
    this.field = options.field
  }
}

/** The winner exists but could not be read now: its provider rejected, threw or took too long. `cause` has the reason. */
export class SkillLoadError extends Error {
  override readonly name = 'SkillLoadError'
  readonly skill: string
  readonly provider: string

  constructor(options: { skill: string; provider: string; message: string; cause?: unknown }) {
    super(options.message, { cause: options.cause })
    this.skill = options.skill
    this.provider = options.provider
  }
}
