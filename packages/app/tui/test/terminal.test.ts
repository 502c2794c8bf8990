import { scriptedModel, skillText } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, loggedEvents, openApp } from './fixture.ts'
import { tool } from './tools.ts'

/** What would steer a terminal or hide, each followed by a word to look for. */
const HOSTILE = [
  '\u001B]52;c;SGVsbG8=\u0007clipboard',
  '\u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007',
  '\u001B[2J\u001B[Hclear',
  '\u009B31mcolour',
  '\u0090q#0\u009Csixel',
  '\u202Edrowkcab\u202C',
  'zero\u200Bwidth\u{E0041}tag\u2066isolate\u061C',
  'line\u2028para\u2029next\u0085end',
  'bell\u0007back\u0008del\u007F\rover',
  '&#27;[31m &#x9b; &lt;tag&gt; <!-- gone --> \\\u001B[5m',
  '[text](https://example.com/\u001B]0;title\u0007)',
  '\uD800half',
].join(' ')

/** What the app itself sends, taken away: colours, cursor, modes, synchronised output, the library's line ends. */
const OWN =
  // eslint-disable-next-line no-control-regex -- these are what we look for
  /\u001B\[[0-9;]*[mHJKGABC]|\u001B\[\?[0-9;]+[hl]|\u001B\]8;;\u0007|\r\n|\n|\r/g

function isClean(raw: string): boolean {
  return !/[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200B\u{E0041}\uD800]/u.test(raw.replace(OWN, ''))
}

it('lets nothing that names, descriptions, files, models, tools or errors hold steer the terminal [H4] [F66]', async () => {
  const model = scriptedModel([
    { reasoning: HOSTILE, text: HOSTILE, toolCalls: [{ name: 'look', arguments: { text: HOSTILE } }] },
    {
      text: `# ${HOSTILE}\n\n- ${HOSTILE}\n\n\`\`\`js\n${HOSTILE}\n\`\`\`\n\n> ${HOSTILE}\n\n| a | b |\n|---|---|\n| ${HOSTILE} | x |`,
    },
    { fails: new Error(HOSTILE) },
  ])
  const { terminal, send, ended, ctx } = await openApp({
    model,
    rows: 50,
    tree: {
      '.dsh/skills/good/SKILL.md': skillText('good', JSON.stringify(HOSTILE.toWellFormed()), HOSTILE),
      [`.dsh/skills/bad\u001B[2J\u202E/SKILL.md`]: 'No header.',
    },
    terminal: {
      modelNamed: () => {
        throw new Error(HOSTILE)
      },
      onWarning: (listener) => (listener(HOSTILE), () => {}),
      model: { model: { adapter: 'scripted', model: HOSTILE }, notice: HOSTILE },
    },
    prepare: (ctx) => void ctx.tools.register(tool('look', () => Promise.resolve({ content: HOSTILE, isError: true }))),
  })
  terminal.type('/skill:')
  await terminal.until('/skill:good')
  terminal.type(KEY.tab)
  terminal.paste(HOSTILE)
  send('')
  await terminal.until(() => loggedEvents(ctx).at(-1)?.type === 'turn/end')
  send('/skills')
  await terminal.until('Broken')
  send('/model x')
  terminal.type(KEY.ctrlO)
  await terminal.until('│')
  send('Go')
  await terminal.until('✗ The turn failed')
  terminal.resize(33, 20)
  await terminal.until(/^─{33}$/m)
  send('/exit')
  await ended
  expect(terminal.raw).not.toContain('evil.example\u0007')
  expect(terminal.raw.replace(OWN, '').match(/[\p{Cc}]/u)?.[0]).toBe(undefined)
  expect(isClean(terminal.raw)).toBe(true)
  expect(terminal.raw).toContain('\\u{1b}]52;c;SGVsbG8=\\u{7}clipboard')
})

const SIZES = [
  [1, 1],
  [2, 3],
  [3, 24],
  [5, 5],
  [8, 10],
  [13, 24],
  [40, 8],
  [41, 24],
  [200, 60],
  [80, 24],
] as const

it('draws at any width, and after every resize', async () => {
  const text =
    '# 題名 👩‍👩‍👧 heading\n\n| 表 | b |\n|---|---|\n| 長い文字列 | x |\n\n- item `code`\n\n```\nlong code line 日本語\n```'
  const { terminal, send } = await openApp({
    model: scriptedModel(() => text),
    tree: { '.dsh/skills/good/SKILL.md': skillText('good', '説明 '.repeat(40)) },
  })
  send('/skill:good 日本語の言葉 👍🏽')
  await terminal.until('item')
  send('/help')
  terminal.type('/skill:')
  for (const [columns, rows] of SIZES) {
    const { length } = terminal.raw
    terminal.resize(columns, rows)
    await terminal.until(() => terminal.raw.length > length)
  }
  await terminal.until('→ /skill:good')
})

it('gives the terminal back as it was, and leaves what was said below', async () => {
  const { terminal, send, ended } = await openApp()
  expect(terminal.isAlternate).toBe(true)
  send('Go')
  await terminal.until('Done.')
  terminal.type('a draft')
  await terminal.until('a draft')
  terminal.type(KEY.ctrlC + KEY.ctrlC)
  await ended
  await terminal.until(() => !terminal.isAlternate)
  expect(terminal.everything).toContain('› Go')
  expect(terminal.everything).toContain('Done.')
  expect(terminal.everything).not.toContain('─')
  expect(lastMode(terminal.raw, '1049')).toBe('l')
  expect(lastMode(terminal.raw, '2004')).toBe('l')
  expect(lastMode(terminal.raw, '25')).toBe('h')
  expect(lastMode(terminal.raw, '7')).toBe('h')
  for (const mouse of ['1000', '1002', '1003', '1006']) expect(lastMode(terminal.raw, mouse)).toBe('l')
})

it('gives the terminal back when the signal fires in the middle of a turn, and closes the session [H3]', async () => {
  const { terminal, send, ended, stop, ctx } = await openApp({ model: scriptedModel([{ text: 'Half', hangs: true }]) })
  send('Go')
  await terminal.until('Half')
  const session = ctx.agents.list()[0]?.session
  stop.abort(new Error('SIGTERM'))
  expect(await ended).toEqual({ sessionId: session?.id })
  expect(lastMode(terminal.raw, '1049')).toBe('l')
  expect(session?.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
  expect(ctx.agents.list()).toEqual([])
})

it('hands out what gives the terminal back at once, for a crash', async () => {
  let giveBack = (): void => {}
  const { terminal } = await openApp({ terminal: { onTaken: (taken) => (giveBack = taken) } })
  giveBack()
  giveBack()
  expect(lastMode(terminal.raw, '1049')).toBe('l')
  expect(terminal.raw.match(/\?1049l/g)).toHaveLength(1)
})

function lastMode(raw: string, mode: string): string | undefined {
  return raw
    .match(new RegExp(`\\[\\?${mode}[hl]`, 'g'))
    ?.at(-1)
    ?.at(-1)
}
