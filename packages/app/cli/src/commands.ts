import type { Command, OptionHelp } from './command.ts'

const CWD: OptionHelp = { type: 'string', value: 'DIR', help: 'work in DIR instead of the current folder' }
const JSON_OUTPUT: OptionHelp = { type: 'boolean', help: 'print JSON' }
/** Who answers. */
const MODEL: Readonly<Record<string, OptionHelp>> = {
  model: { type: 'string', value: 'M', help: 'model to call (else DSH_MODEL, else config.yaml)' },
  'base-url': {
    type: 'string',
    value: 'URL',
    help: 'OpenAI-compatible endpoint (else DSH_BASE_URL, else config.yaml, else DeepSeek)',
  },
  offline: { type: 'boolean', help: 'use the offline responder: no model, no network' },
}
/** What a conversation is about, and with whom. */
const CONVERSATION: Readonly<Record<string, OptionHelp>> = {
  cwd: CWD,
  ...MODEL,
  resume: { type: 'string', value: 'ID', help: 'go on with an earlier session' },
  'allow-read': { type: 'boolean', help: 'let the read tool read any file without asking' },
  'allow-bash': { type: 'boolean', help: 'let the bash tool run any command without asking' },
}
/** How much is told beside the answers. */
const DETAIL: Readonly<Record<string, OptionHelp>> = {
  verbose: { type: 'boolean', help: 'show the whole catalog and prompt on stderr, too' },
  quiet: { type: 'boolean', help: 'show nothing but the answer, and errors' },
}
const NO_OPERANDS = { usage: '', min: 0, max: 0 } as const

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    words: [],
    summary: 'Talk with the agent in this terminal; where there is none, as dsh stdio.',
    operands: NO_OPERANDS,
    options: CONVERSATION,
    example: 'dsh --cwd ~/work/shop',
    load: () => import('./tui/command.ts'),
  },
  {
    words: ['run'],
    summary:
      'Answer one prompt, or - for a prompt from stdin. Text that is piped in goes along. The answer goes to stdout.',
    operands: { usage: '"PROMPT"', min: 1, max: 1 },
    options: {
      ...CONVERSATION,
      ...DETAIL,
      json: { type: 'boolean', help: 'print every event as a JSON line on stdout instead' },
    },
    example: 'dsh run --offline "How do I add a skill provider?"',
    load: () => import('./run/command.ts'),
  },
  {
    words: ['stdio'],
    summary: 'Answer each line of stdin, in one session. The answers go to stdout, everything else to stderr.',
    operands: NO_OPERANDS,
    options: {
      ...CONVERSATION,
      ...DETAIL,
      json: { type: 'boolean', help: 'read requests and print every event, both as JSON lines' },
      schema: { type: 'boolean', help: 'print the JSON Schema of those lines, and do nothing else' },
    },
    example: 'dsh stdio --cwd ~/work/shop',
    load: () => import('./stdio/command.ts'),
  },
  {
    words: ['acp'],
    summary: 'Serve an editor that speaks the Agent Client Protocol on stdin and stdout.',
    operands: NO_OPERANDS,
    options: {
      cwd: { type: 'string', value: 'DIR', help: 'folder of sessions that the editor names none for' },
      ...MODEL,
    },
    example: 'dsh acp --offline',
    load: () => import('./acp/command.ts'),
  },
  {
    words: ['sessions', 'list'],
    summary: 'List the sessions that there are, the newest first. dsh --resume ID goes on with one.',
    operands: NO_OPERANDS,
    options: {
      cwd: { type: 'string', value: 'DIR', help: 'only those of DIR and the folders below it' },
      json: JSON_OUTPUT,
    },
    example: 'dsh sessions list --cwd ~/work/shop',
    load: () => import('./sessions/list.ts'),
  },
  {
    words: ['skills', 'list'],
    summary: 'List the skills of a folder, and what is wrong with any.',
    operands: NO_OPERANDS,
    options: { cwd: CWD, json: JSON_OUTPUT },
    example: 'dsh skills list --cwd ~/work/shop',
    exitCodes: '0, also when some skills are broken',
    load: () => import('./skills/list.ts'),
  },
  {
    words: ['skills', 'show'],
    summary: 'Print what the model gets when it loads a skill.',
    operands: { usage: 'NAME', min: 1, max: 1 },
    options: { cwd: CWD, json: JSON_OUTPUT },
    example: 'dsh skills show add-a-provider',
    exitCodes: '0 the skill is printed; 1 it does not load, or there is none',
    load: () => import('./skills/show.ts'),
  },
  {
    words: ['skills', 'catalog'],
    summary: 'Print the catalog that goes in front of a session, and its size in tokens.',
    operands: NO_OPERANDS,
    options: { cwd: CWD, json: JSON_OUTPUT },
    example: 'dsh skills catalog',
    load: () => import('./skills/catalog.ts'),
  },
  {
    words: ['skills', 'explain'],
    summary: 'Say which copy of a skill counts, or why it is not there.',
    operands: { usage: 'NAME-OR-PATH', min: 1, max: 1 },
    options: { cwd: CWD, json: JSON_OUTPUT },
    example: 'dsh skills explain add-a-provider',
    exitCodes: '0 the skill can be loaded, by the model or by the user; 1 it cannot, or there is none',
    load: () => import('./skills/explain.ts'),
  },
  {
    words: ['skills', 'check'],
    summary: 'Check skill files as the loader reads them, and for what an author should know.',
    operands: { usage: '[PATH…]', min: 0, max: Infinity },
    options: { cwd: CWD, json: JSON_OUTPUT },
    example: 'dsh skills check .agents/skills',
    exitCodes:
      '0 all of them load, warnings or none; 1 one does not, or only after a repair, or lies where no session finds it; 2 a path is not there, or no skill is found',
    load: () => import('./skills/check.ts'),
  },
  {
    words: ['skills', 'new'],
    summary: 'Write a first SKILL.md into .agents/skills of the project.',
    operands: { usage: 'NAME', min: 1, max: 1 },
    options: { cwd: CWD, user: { type: 'boolean', help: 'write it below ~/.agents/skills instead' } },
    example: 'dsh skills new review-notes',
    load: () => import('./skills/new.ts'),
  },
]
