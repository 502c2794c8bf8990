import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { excerpt } from '@deepseek-ai/dsh-tools'
import { expect, it } from 'vitest'
import { type AppOptions, KEY, openApp } from './fixture.ts'
import { gate, tool } from './tools.ts'

const PAGE_UP = '\u001B[5~'

/** An app that asks whether the command may run, titled as the tool for commands does. */
async function ask(command: string, options: AppOptions = {}) {
  const title = `Run ${excerpt(command)}`
  const app = await openApp({
    model: scriptedModel([{ toolCalls: [{ name: 'run', arguments: { text: 'it' } }] }, 'Done.']),
    ...options,
    prepare: (ctx) =>
      void ctx.tools.register(
        tool('run', async (_input, { requestPermission }) => {
          const isAllowed = await requestPermission({ kind: 'execute', title, target: command })
          return { content: isAllowed ? 'ran' : 'not allowed', isError: !isAllowed }
        }),
      ),
  })
  app.send('Go')
  await app.terminal.until('→ Deny')
  return app.terminal
}

/** The rows of the dialog. */
function dialogOf(screen: string): string {
  const [, dialog = ''] = /^─+\n(.*)\n─+$/ms.exec(screen) ?? []
  return dialog
}

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `echo ${index + 1}`).join('\n')

it('folds empty lines of a command, counts them, and shows what comes after', async () => {
  const terminal = await ask(`echo hello${'\n'.repeat(61)}touch it`)
  const rows = dialogOf(terminal.screen).split('\n')
  expect(rows.slice(-7, -4)).toEqual(['echo hello', '… 60 empty lines …', 'touch it'])
})

it.each([
  ['empty lines', '\n'.repeat(60), '… 59 empty lines …'],
  ['lines of blanks', `\n${' \u3000\u2800\t\n'.repeat(60)}`, '… 60 empty lines …'],
  ['blanks', ' '.repeat(3000), '… 3000 blanks …'],
  ['blanks of other scripts', '\u3000\u2800\u00A0'.repeat(1000), '… 3000 blanks …'],
])('shows what stands between %s', async (_name, padding, mark) => {
  const terminal = await ask(`echo hello${padding}rm -rf x${padding}echo done`)
  const dialog = dialogOf(terminal.screen)
  expect(dialog.split(mark)).toHaveLength(3)
  expect(dialog).toMatch(/echo hello\s+….*…\s+rm -rf x\s+….*…\s+echo done/)
})

it.each([
  ['line breaks', '\n'.repeat(30), '30'],
  ['those of another system', '\r\n'.repeat(15), '15'],
  ['lines of blanks', '\n  '.repeat(15), '15'],
])('folds %s in the title, too, and shows what comes after', async (_name, padding, count) => {
  const terminal = await ask(`echo hello${padding}touch it`)
  const [title] = dialogOf(terminal.screen).split('\n')
  expect(title).toMatch(new RegExp(`^Run echo hello … ${count} line breaks … touch it\\?`))
})

it('takes for line breaks in the title only what is one in the command', async () => {
  const terminal = await ask(String.raw`echo \u{a}\u{a}\u{a}\n\n\n`)
  expect(dialogOf(terminal.screen)).toMatch(/^Run echo \\u\{a\}\\u\{a\}\\u\{a\}\\n\\n\\n\?\n→ Deny/)
})

it('writes out what nobody sees and what makes another name of one [G03]', async () => {
  const terminal = await ask('rm a\u200Cb c\u200Dd e\uFE0Ff # <!--\ntouch it\n# -->')
  expect(dialogOf(terminal.screen)).toContain('rm a\\u{200c}b c\\u{200d}d e\\u{fe0f}f # <!--\ntouch it\n# -->')
})

it('says how much of a long command is not there, and that PageUp shows it', async () => {
  const terminal = await ask(numbered(64))
  const dialog = dialogOf(terminal.screen)
  expect(dialog).toMatch(/^… \d+ of 67 rows hidden, PageUp shows them …$/m)
  expect(dialog).toContain('echo 64')
  expect(dialog).toContain('Esc denies, PageUp scrolls')
  const seen = new Set<string>()
  for (let page = 0; page < 20 && !seen.has('echo 1'); page += 1) {
    const before = terminal.screen
    for (const [line] of before.split('─')[0]?.matchAll(/^ *echo \d+$/gm) ?? []) seen.add(line.trim())
    terminal.type(PAGE_UP)
    await terminal.until((screen) => screen !== before)
  }
  expect(seen.size).toBe(64)
})

it('marks what is hidden of one long line, and of a short command nothing', async () => {
  const long = await ask(`echo ${'x'.repeat(5000)}`)
  expect(dialogOf(long.screen)).toMatch(/^… \d+ of \d+ rows hidden/m)
  const short = await ask('echo hello\necho you')
  expect(dialogOf(short.screen)).toMatch(/^echo hello\necho you\n→ Deny/m)
  expect(dialogOf(short.screen)).not.toContain('…')
})

it('comes to the end of the transcript, where the command is, also when the user has scrolled away', async () => {
  const asking = gate()
  const { terminal, send } = await openApp({
    model: scriptedModel([numbered(64), { toolCalls: [{ name: 'run', arguments: { text: 'it' } }] }, 'Done.']),
    prepare: (ctx) =>
      void ctx.tools.register(
        tool('run', async (_input, { requestPermission }) => {
          await asking.opened
          return { content: String(await requestPermission({ kind: 'execute', title: 'Run it', target: 'touch it' })) }
        }),
      ),
  })
  send('Count')
  await terminal.until('echo 64')
  send('Go')
  await terminal.until('run at it')
  terminal.type(PAGE_UP + PAGE_UP)
  await terminal.until((screen) => !screen.includes('run at it'))
  asking.open()
  await terminal.until(/! Run it\?\n +touch it\n.*→ Deny/s)
})

it.each([
  [10, 3],
  [10, 2],
  [10, 1],
  [20, 4],
  [40, 6],
  [80, 8],
])('shows the answer that is selected at %i x %i, and a mark where the command is hidden', async (columns, rows) => {
  const terminal = await ask(numbered(64), { columns: 80, rows: 24 })
  terminal.resize(columns, rows)
  const mark = rows > 1 ? String.raw`^… \d+.*` : ''
  await terminal.until(new RegExp(`${mark}→ Deny`, 'ms'))
  terminal.type(KEY.down)
  await terminal.until(new RegExp(`${mark}→ (Once: |Allow this once)`, 'ms'))
  terminal.type(KEY.down)
  await terminal.until(new RegExp(`${mark}→ (Sessio|Allow this in the whole)`, 'ms'))
})

it.each([
  [20, 5, 3],
  [40, 10, 8],
])(
  'shows the whole of a command page by page at %i x %i, and the question again after',
  async (columns, rows, page) => {
    const terminal = await ask(numbered(64), { columns, rows })
    const seen = new Set<string>()
    let presses = 0
    for (; presses < 100 && !seen.has('echo 1'); presses += 1) {
      const before = terminal.screen
      terminal.type(PAGE_UP)
      const screen = await terminal.until((shown) => shown !== before)
      expect(screen).toContain('→ Deny')
      for (const [line] of screen.matchAll(/^ *echo \d+$/gm)) seen.add(line.trim())
    }
    expect(seen.size).toBe(64)
    expect(presses).toBeLessThanOrEqual(2 + Math.ceil(64 / page))
    expect(terminal.screen).not.toContain('Once')
    terminal.type(KEY.down)
    await terminal.until(/→ (Once|Allow this once)/)
    await terminal.until(/hidden|Allow this in|Session/)
  },
)
