/** One package of the house: what it is called and what its shipped code may import. */
export interface Row {
  /** Below `packages/`. */
  readonly folder: string
  readonly name: string
  /** Last parts of the folders of the workspace packages that it may import. `both floors`: all below `skill/` and `agent/`. */
  readonly mayImport: readonly string[] | 'anything' | 'both floors'
  /** Pure: no I/O and no framework. Nothing of Node, no Cordis, no zod, and of third parties these alone. */
  readonly pure?: readonly string[]
  /** What it imports is shipped inside of it (tools/bundle): dependencies for development are enough. */
  readonly isBundled?: true
}

/** Packages that every row may import, pure ones aside. */
export const EVERYWHERE: readonly string[] = ['@deepseek-ai/cordis', 'zod']

/** For tests alone: no shipped code imports it. */
export const TEST_ONLY = '@deepseek-ai/dsh-testkit'

const HOST = ['host-kit', 'agent', 'session', 'llm', 'tools', 'skill', 'skill-command']

/** Who may import whom. A row may stand here before its package exists; a package without a row is a finding. */
export const TABLE: readonly Row[] = [
  { folder: 'skill/skill-format', name: '@deepseek-ai/dsh-skill-format', mayImport: [], pure: ['yaml'] },
  { folder: 'skill/skill', name: '@deepseek-ai/dsh-skill', mayImport: [] },
  { folder: 'skill/skill-local', name: '@deepseek-ai/dsh-skill-local', mayImport: ['skill', 'skill-format', 'fs'] },
  { folder: 'skill/skill-http', name: '@deepseek-ai/dsh-skill-http', mayImport: ['skill', 'skill-format'] },
  { folder: 'skill/tool-skill', name: '@deepseek-ai/dsh-tool-skill', mayImport: ['skill', 'agent', 'tools'] },
  { folder: 'skill/skill-command', name: '@deepseek-ai/dsh-skill-command', mayImport: ['skill', 'tool-skill'] },
  { folder: 'skill/skill-kit', name: '@deepseek-ai/dsh-skill-kit', mayImport: ['skill', 'skill-local', 'tool-skill'] },
  { folder: 'agent/fs', name: '@deepseek-ai/dsh-fs', mayImport: [] },
  { folder: 'agent/llm', name: '@deepseek-ai/dsh-llm', mayImport: [] },
  { folder: 'agent/llm-openai-compatible', name: '@deepseek-ai/dsh-llm-openai-compatible', mayImport: ['llm'] },
  { folder: 'agent/llm-offline', name: '@deepseek-ai/dsh-llm-offline', mayImport: ['llm'] },
  { folder: 'agent/session', name: '@deepseek-ai/dsh-session', mayImport: ['llm', 'fs'] },
  { folder: 'agent/tools', name: '@deepseek-ai/dsh-tools', mayImport: ['llm', 'fs'] },
  { folder: 'agent/agent', name: '@deepseek-ai/dsh-agent', mayImport: ['session', 'tools', 'llm', 'fs'] },
  { folder: 'agent/tool-fs', name: '@deepseek-ai/dsh-tool-fs', mayImport: ['tools', 'fs', 'agent'] },
  { folder: 'agent/tool-bash', name: '@deepseek-ai/dsh-tool-bash', mayImport: ['tools', 'fs', 'agent'] },
  {
    folder: 'host/agent-spine-demo',
    name: '@deepseek-ai/dsh-agent-spine-demo',
    mayImport: 'both floors',
  },
  { folder: 'host/host-kit', name: '@deepseek-ai/dsh-host-kit', mayImport: 'both floors' },
  { folder: 'app/stdio', name: '@deepseek-ai/dsh-stdio', mayImport: HOST },
  { folder: 'app/acp', name: '@deepseek-ai/dsh-acp', mayImport: HOST },
  { folder: 'app/tui', name: '@deepseek-ai/dsh-tui', mayImport: HOST },
  { folder: 'app/cli', name: '@deepseek-ai/dsh', mayImport: 'anything', isBundled: true },
  { folder: 'testkit', name: TEST_ONLY, mayImport: 'anything' },
]
