const SHOWN_CHARACTERS = 64

/** Text out of a log or from a caller, for a message: in quotes, escaped as JSON has it, cut short. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARACTERS))
}
