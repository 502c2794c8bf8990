/** Lines that are logged, kept until somebody shows them. */
export class Warnings {
  private early: string[] = []
  private listener: ((line: string) => void) | undefined

  add(line: string): void {
    if (this.listener) this.listener(line)
    else this.early.push(line)
  }

  /** Tells `listener` what there was and what comes, until the undo is called. */
  listen(listener: (line: string) => void): () => void {
    this.listener = listener
    for (const line of this.early.splice(0)) listener(line)
    return () => (this.listener = undefined)
  }
}
