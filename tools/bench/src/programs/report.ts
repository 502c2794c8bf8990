/** Hands numbers to the bench: the last line of stdout. */
export function report(numbers: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify(numbers)}\n`)
}

/** The argument at `index` after the program's name. Throws when the bench did not give it. */
export function argument(index: number): string {
  const value = process.argv[index + 2]
  if (value === undefined) throw new TypeError(`${process.argv[1]} needs an argument number ${index + 1}.`)
  return value
}
