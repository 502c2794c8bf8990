/** The command was called in a way that cannot work: exit code 2. `hint` says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}
