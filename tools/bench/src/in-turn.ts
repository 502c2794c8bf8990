/** Takes one sample of each source per round, always in the same order: ABAB…, so that a slow moment strikes both. */
export function inTurn<Name extends string, Sample>(
  rounds: number,
  sources: Readonly<Record<Name, () => Sample>>,
): Record<Name, Sample[]> {
  const names = Object.keys(sources) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) samples[name].push(sources[name]())
  }
  return samples
}
