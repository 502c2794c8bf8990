/** How many rows each part of a question gets. */
export interface ChoiceRows {
  readonly options: number
  readonly text: number
  readonly hint: number
  /** Above and below. */
  readonly rules: number
}

export interface ChoiceNeeds {
  /** At least 1. */
  readonly options: number
  readonly text: number
}

/** The share of the room that the text gets at most; above it there is more to scroll through. */
const TEXT_SHARE = 1 / 3

/**
 * Divides `room` rows among the parts of a question, what matters most first: the option that is selected, a row of the
 * text, which says at least that there is more, the other options, more text, the keys, the rules.
 */
export function choiceRows(room: number, needs: ChoiceNeeds): ChoiceRows {
  let left = Math.max(1, room)
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, left)
    left -= taken
    return taken
  }
  const selected = take(1)
  const firstRow = take(Math.min(1, needs.text))
  const others = take(needs.options - selected)
  const textRows = Math.min(needs.text, Math.ceil(room * TEXT_SHARE))
  const moreText = take(Math.max(0, textRows - firstRow))
  return {
    options: selected + others,
    text: firstRow + moreText,
    hint: take(1),
    rules: left < 2 ? 0 : take(2),
  }
}
