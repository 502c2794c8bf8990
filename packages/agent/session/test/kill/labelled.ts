/** Runs `work`; an error of it says in which of many runs it came. */
export async function labelled<Value>(label: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw new Error(`In the run "${label}".`, { cause })
  }
}
