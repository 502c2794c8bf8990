import { type ScriptedEndpointReply, skillText, type Tree } from '@deepseek-ai/dsh-testkit'

/** One line that the user types, and what comes of it. A host lives in `project`, its user in `home`. */
export interface Step {
  /** What has changed on the disk since the step before. */
  readonly writes?: Tree
  readonly removes?: readonly string[]
  readonly types: string
  /** What the model answers, request by request; none where nothing reaches it. */
  readonly replies: readonly ScriptedEndpointReply[]
  /** The user is asked, and refuses. */
  readonly refuses?: true
  /** The user cancels while the model is silent. */
  readonly cancels?: true
  /** What the step brings to the model, in that order: what it had not read before. */
  readonly reads: readonly string[]
  /** What the user reads in the end. */
  readonly shows: string
}

const skill = (name: string) => ({ name: 'skill', arguments: { name } })
const read = (path: string) => ({ name: 'read', arguments: { path } })

/** Text of a skill for the user alone. */
const hidden = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Hush.\ndisable-model-invocation: true\n---\n\n${body}\n`

/** What is there before the first step. */
export const TREE: Tree = {
  'project/.git': { dir: true },
  'project/.dsh/skills/cake.md': skillText('cake', 'Bakes <cakes> & pies.', 'Bake at 180 °C.'),
  'project/.agents/skills/hush.md': hidden('hush', 'Say nothing.'),
  'home/.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'See references/how.md for $ARGUMENTS.'),
  'home/.dsh/skills/tea/references/how.md': 'Steep for three minutes.\n',
  'home/.agents/skills/broken/SKILL.md': '---\nname: broken\n---\nNo description.\n',
  'elsewhere/secret.txt': 'The secret.\n',
}

export const STORY: readonly Step[] = [
  {
    types: '/skill:tea green, for $2 & "Ann"',
    replies: [
      { reasoning: 'A file.', text: 'I read it.', toolCalls: [read('../home/.dsh/skills/tea/references/how.md')] },
      'Green tea takes three minutes.',
    ],
    reads: [
      '- `cake`: Bakes &lt;cakes&gt; &amp; pies.\n- `tea`: Brews tea.\n</available_skills>',
      '<skill_content name="tea">',
      'See references/how.md for $ARGUMENTS.',
      'word for word:\n\ngreen, for $2 & "Ann"',
      'Steep for three minutes.',
    ],
    shows: 'Green tea takes three minutes.',
  },
  {
    types: 'Now a cake, please',
    replies: [{ toolCalls: [skill('cake')] }, { text: ['The cake ', 'is in the oven.'] }],
    reads: ['Now a cake, please', 'Bake at 180 °C.'],
    shows: 'The cake is in the oven.',
  },
  {
    writes: {
      'project/.dsh/skills/soup/SKILL.md': skillText('soup', 'Cooks soup.', 'Stir.'),
      'project/.dsh/skills/cake.md': skillText('cake', 'Bakes cakes alone.', 'Bake at 200 °C.'),
    },
    types: 'What else can you do?',
    replies: ['Soup, since just now.'],
    reads: ['- `soup`: Cooks soup.', '- `cake`: Bakes cakes alone.', 'What else can you do?'],
    shows: 'Soup, since just now.',
  },
  {
    types: 'Read what lies elsewhere',
    replies: [{ toolCalls: [read('../elsewhere/secret.txt')] }, 'I may not read that.'],
    refuses: true,
    reads: ['Read what lies elsewhere', 'was not allowed'],
    shows: 'I may not read that.',
  },
  { types: '/skill:tee now', replies: [], reads: [], shows: 'There is no skill "tee". Did you mean /skill:tea?' },
  {
    types: '/skill:hush',
    replies: ['I say nothing.'],
    reads: ['<skill_content name="hush">', 'Say nothing.', 'asks you to run this skill now.'],
    shows: 'I say nothing.',
  },
  {
    removes: ['project/.dsh/skills/soup'],
    types: 'Hush, then soup and cake',
    replies: [
      { text: 'Three calls.', toolCalls: [skill('hush'), skill('soup'), skill('cake')] },
      'There is cake alone.',
    ],
    reads: ['<removed_skills>', '`soup`', '[tool error]', 'no longer available', 'Bake at 200 °C.'],
    shows: 'There is cake alone.',
  },
  {
    types: 'Think for an hour',
    replies: [{ hangs: 'head' }],
    cancels: true,
    reads: ['Think for an hour'],
    shows: 'cancelled',
  },
  {
    types: 'And please /skill:tea',
    replies: ['That was prose.'],
    reads: ['And please /skill:tea'],
    shows: 'That was prose.',
  },
  {
    types: '  /skill:tea  black 茶 👩‍🍳 – “strong”  ',
    replies: ['Black tea it is.'],
    reads: ['<skill_content name="tea">', 'word for word:\n\n black 茶 👩‍🍳 – “strong”  '],
    shows: 'Black tea it is.',
  },
  {
    types: '  C:\\temp é e\u0301 שלום @file #tag !x $HOME "  ',
    replies: ['Whatever that is.'],
    reads: ['  C:\\temp é e\u0301 שלום @file #tag !x $HOME "  '],
    shows: 'Whatever that is.',
  },
]

/** In another process, later. */
export const SEQUEL: readonly Step[] = [
  {
    writes: {
      'project/.dsh/skills/cake.md': hidden('cake', 'Bake in secret.'),
      'project/.dsh/skills/pie.md': skillText('pie', 'Bakes pies.', 'Crimp the edge.'),
    },
    types: 'Good morning, cake or pie?',
    replies: [{ toolCalls: [skill('cake'), skill('pie')] }, 'A pie.'],
    reads: ['Good morning, cake or pie?', '[tool error]', 'Crimp the edge.'],
    shows: 'A pie.',
  },
  {
    types: '/skill:cake',
    replies: [{ toolCalls: [read('../home/.dsh/skills/tea/references/how.md')] }, 'A secret cake.'],
    reads: ['Bake in secret.', 'Steep for three minutes.'],
    shows: 'A secret cake.',
  },
]
