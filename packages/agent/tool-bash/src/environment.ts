/** The agent's own keys: no command gets them. */
const OWN_KEYS = ['DSH_API_KEY', 'DEEPSEEK_API_KEY']

/** `environment` as a command in the folder `cwd` gets it: without the agent's keys and the `secret` variables. */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  secret: readonly string[],
  cwd: string,
): Record<string, string | undefined> {
  const withheld = new Set([...OWN_KEYS, ...secret])
  const kept = Object.entries(environment).filter(([name]) => !withheld.has(name))
  // The name that the session has for its folder, also where that is a link.
  return { ...Object.fromEntries(kept), PWD: cwd }
}
