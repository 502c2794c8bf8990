/** One other project that discovers skills, and how to ask it. */
export interface Peer {
  readonly name: string
  /** What to install from npm, exact versions. */
  readonly packages: readonly string[]
  /** File in `programs`, run with the skills folder and its project as arguments. */
  readonly program: string
}

/** The forerunner of this project. */
export const UPSTREAM: Peer = {
  name: 'dsh-skill-filesystem 0.1.0-rc.8',
  packages: [
    '@deepseek-ai/cordis@4.0.4',
    '@deepseek-ai/dsh-skill@0.1.0-rc.8',
    '@deepseek-ai/dsh-skill-filesystem@0.1.0-rc.8',
  ],
  program: 'upstream.ts',
}

/** Those that read headers with a whole YAML parser. */
export const YAML_PEERS: readonly Peer[] = [
  { name: 'deepagents 1.14.1', packages: ['deepagents@1.14.1'], program: 'deepagents.ts' },
  { name: 'skillkit 1.24.0', packages: ['@skillkit/core@1.24.0'], program: 'skillkit.ts' },
  {
    name: 'pi-coding-agent 1.6.0',
    packages: ['@earendil-works/pi-coding-agent@1.6.0'],
    program: 'pi-coding-agent.ts',
  },
]
