import { ModelError } from '@deepseek-ai/dsh-llm'
import { requests } from '@deepseek-ai/dsh-session'
import { scriptedModel, skillText, temporaryFolder, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, lastSession, loggedEvents, openApp, userTurns } from './fixture.ts'

it('lists with /skills what is there, hidden, shadowed and broken, and why', async () => {
  const { terminal, send, home } = await openApp({
    rows: 40,
    columns: 160,
    tree: {
      '.dsh/skills/review/SKILL.md': skillText('review', 'Ours.'),
      '.dsh/skills/mine/SKILL.md': skillText('mine').replace('\n---\n', '\ndisable-model-invocation: true\n---\n'),
      '.dsh/skills/bad/SKILL.md': 'No header.',
    },
  })
  writeTree(home, { 'dsh/skills/review/SKILL.md': skillText('review', 'Theirs.') })
  send('/skills')
  const screen = await terminal.until('Broken')
  expect(screen).toMatch(/Skills in .*\n {2}review \(project-dsh\) Ours\./)
  expect(screen).toMatch(/Hidden from the model, started by you\n {2}mine \(project-dsh\) A mine skill\./)
  expect(screen).toMatch(
    /Shadowed by a namesake\n {2}review: .*dsh\/skills\/review\/SKILL\.md, behind .*\.dsh\/skills\/review/,
  )
  expect(screen).toMatch(/Broken\n {2}.*bad\/SKILL\.md:1:1: The file has no frontmatter/)
})

it('names the model and changes it from the next request on', async () => {
  const { terminal, send, model } = await openApp({
    terminal: {
      modelNamed: (name) => {
        if (name === 'none') throw new Error('There is no model none.')
        return { model: { adapter: 'scripted', model: name }, notice: name === 'loud' ? 'It shouts.' : undefined }
      },
    },
  })
  send('/model')
  await terminal.until('· model small')
  send('One')
  await terminal.until('Done.')
  send('/model none')
  await terminal.until('✗ There is no model none.')
  send('/model loud')
  await terminal.until('· It shouts.')
  await terminal.until('loud · ')
  send('Two')
  await terminal.until('loud · ')
  await terminal.until((screen) => screen.split('Done.').length === 3)
  expect(model.requests.map((request) => request.model)).toEqual(['small', 'loud'])
})

it('starts anew, and goes on with an earlier session that is picked or named [F54]', async () => {
  const model = scriptedModel((_request, index) => `Answer ${index + 1}.`)
  const { terminal, send, ctx, cwd } = await openApp({
    model,
    rows: 30,
    tree: { '.dsh/skills/x/SKILL.md': skillText('x') },
  })
  send('First words')
  await terminal.until('Answer 1.')
  const first = lastSession(ctx)?.id ?? ''
  send('/new')
  await terminal.until('· new session')
  send('Second words')
  await terminal.until('Answer 2.')
  expect(lastSession(ctx)?.id).not.toBe(first)
  expect(model.requests[1]?.messages.at(-1)?.content).toBe('Second words')

  writeTree(cwd, {
    '.dsh/skills/x/SKILL.md': skillText('x').replace('\n---\n', '\ndisable-model-invocation: true\n---\n'),
    '.dsh/skills/y/SKILL.md': skillText('y'),
  })
  send('/resume')
  await terminal.until(/→ \d{4}-\d\d-\d\d \d\d:\d\d  First words +\d{8}T/)
  terminal.type(KEY.enter)
  await terminal.until(`session ${first}`)
  await terminal.until((screen) => screen.split('First words').length === 3)
  send('Third words')
  await terminal.until('Answer 3.')
  expect(userTurns(ctx)).toEqual(['First words', 'Third words'])
  const headers = loggedEvents(ctx).flatMap((event) => (event.type === 'request/header' ? [event] : []))
  expect(headers.map(({ reason }) => reason)).toEqual(['initial', 'resume'])
  expect(headers[1]?.prefix[0]?.content).toContain('`y`')
  expect(headers[1]?.prefix[0]?.content).not.toContain('`x`')
  const rebuilt = [...requests(loggedEvents(ctx))]
  expect(JSON.stringify(rebuilt)).toBe(JSON.stringify([model.requests[0], model.requests[2]]))
  terminal.type('/skill:')
  expect(await terminal.until('/skill:y')).toMatch(/\/skill:x +\(project, yours alone\)/)
  terminal.type(KEY.ctrlU)
  terminal.type(KEY.up + KEY.up)
  await terminal.until(/^First words/m)

  send('')
  send('/resume nothing')
  await terminal.until('There is no session nothing')
  send(`/resume ${first}`)
  await terminal.until('That is this session.')
})

it('shows a resumed session with its tools, skills and failures, before anything is said', async () => {
  const home = temporaryFolder()
  const model = scriptedModel([
    { reasoning: 'Hm.', text: 'I look.', toolCalls: [{ name: 'skill', arguments: { name: 'x' } }] },
    { fails: new ModelError({ kind: 'server', message: 'On fire.' }) },
  ])
  const { ctx, cwd, terminal, send, ended } = await openApp({
    home,
    model,
    tree: { '.dsh/skills/x/SKILL.md': skillText('x') },
  })
  send('Go')
  await terminal.until('On fire.')
  const id = lastSession(ctx)?.id ?? ''
  send('/exit')
  expect(await ended).toEqual({ sessionId: id })

  const again = await openApp({ home })
  again.send(`/resume ${id}`)
  const screen = await again.terminal.until('On fire.')
  expect(screen).toContain(`session ${id} in ${cwd}`)
  for (const part of ['› Go', 'thought', 'I look.', '✓ Load skill x', '✗ On fire.']) expect(screen).toContain(part)
})

it('refuses a command that does not exist, and knows a path from one', async () => {
  const { terminal, send, ctx } = await openApp({ tree: { '.dsh/skills/review/SKILL.md': skillText('review') } })
  await terminal.until('First session')
  send('/hlep me')
  await terminal.until('There is no command /hlep.')
  terminal.type('/review')
  await terminal.until('→')
  terminal.type(KEY.escape)
  await terminal.until((screen) => !screen.includes('→'))
  terminal.type(KEY.enter)
  await terminal.until('Did you mean /skill:review?')
  expect(ctx.agents.list()).toEqual([])
  send('/etc/hosts is what?')
  await terminal.until('Done.')
  expect(userTurns(ctx)).toEqual(['/etc/hosts is what?'])
})

it('sends the catalog once in each request, the same bytes within a session, and anew after a resume [F61]', async () => {
  const names = Array.from({ length: 33 }, (_, index) => `skill-${index}`)
  const model = scriptedModel((_request, index) => `Answer ${index + 1}.`)
  const { terminal, send, ctx } = await openApp({
    model,
    tree: Object.fromEntries(names.map((name) => [`.dsh/skills/${name}/SKILL.md`, skillText(name)])),
  })
  for (let turn = 1; turn <= 30; turn += 1) {
    send(`Turn ${turn}`)
    await terminal.until(`Answer ${turn}.`)
  }
  const id = lastSession(ctx)?.id ?? ''
  send('/new')
  await terminal.until('new session')
  await terminal.until(() => ctx.agents.list().length === 0)
  send(`/resume ${id}`)
  await terminal.until(() => ctx.agents.list().length === 1)
  send('After')
  await terminal.until('Answer 31.')
  const catalogs = model.requests.map(({ messages }) =>
    messages.filter(({ content }) => content.includes('<available_skills>')).map(({ content }) => content),
  )
  expect(new Set(catalogs.map((each) => each.length))).toEqual(new Set([1]))
  expect(new Set(catalogs.flat()).size).toBe(1)
})
