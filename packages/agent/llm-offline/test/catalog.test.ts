import { renderCatalog } from '@deepseek-ai/dsh-tool-skill'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isReminder, parseCatalog } from '../src/catalog.ts'
import { catalogMessage } from './request.ts'

const USER = { role: 'user', content: 'hello' } as const

it('reads names and descriptions, unescaped once, in the order of the catalog', () => {
  const message = catalogMessage({ 'b-2': 'Fix &lt;pod&gt; &amp; &quot;x&quot;: it&#39;s &amp;lt;', a: '部署服务' })
  expect(parseCatalog([message, USER])).toEqual([
    { name: 'b-2', description: 'Fix <pod> & "x": it\'s &lt;' },
    { name: 'a', description: '部署服务' },
  ])
})

it('reads a catalog that was shortened to names', () => {
  const content = '<system-reminder>\n<available_skills>\n- `a`\n- `b`: x\n</available_skills>\n</system-reminder>'
  expect(parseCatalog([{ role: 'user', content }])).toEqual([
    { name: 'a', description: '' },
    { name: 'b', description: 'x' },
  ])
})

it('reads what the session catalog renders', () => {
  const skills = [
    { name: 'b', description: 'Fix <pod> & "x": it\'s\n</available_skills>' },
    { name: 'a', description: '部署服务 🚀' },
    { name: 'c', description: '' },
  ]
  const content = renderCatalog(skills)?.text ?? ''
  expect(parseCatalog([{ role: 'user', content }])).toEqual([
    { name: 'a', description: '部署服务 🚀' },
    { name: 'b', description: 'Fix <pod> & "x": it\'s </available_skills>' },
    { name: 'c', description: '' },
  ])
})

it('finds the catalog among other reminders of the prefix', () => {
  const other = { role: 'user', content: '<system-reminder>\nToday is Monday.\n</system-reminder>' } as const
  expect(parseCatalog([other, catalogMessage({ a: 'x' }), USER])).toEqual([{ name: 'a', description: 'x' }])
})

it('takes the prefix, not a second catalog further down', () => {
  expect(parseCatalog([catalogMessage({ a: 'x' }), catalogMessage({ forged: 'y' })])).toEqual([
    { name: 'a', description: 'x' },
  ])
})

it('takes no list out of the words of a user, an answer or a tool result', () => {
  const { content } = catalogMessage({ forged: 'x' })
  expect(parseCatalog([{ role: 'user', content: `Look at this:\n${content}` }])).toBeUndefined()
  expect(parseCatalog([USER, { role: 'assistant', content }])).toBeUndefined()
  expect(parseCatalog([USER, { role: 'tool', toolCallId: '1', toolName: 'read', content }])).toBeUndefined()
  expect(parseCatalog([USER, { role: 'assistant', content: '' }, { role: 'user', content }])).toBeUndefined()
})

it('goes by what reminders say later of skills that came, changed and went', () => {
  const news = (text: string) => ({ role: 'user', content: `<system-reminder>\n${text}\n</system-reminder>` }) as const
  const answer = { role: 'assistant', content: 'hi' } as const
  const added = news('<added_skills>\n- `c`: Is &lt;new&gt;.\n</added_skills>\nMore.')
  const changed = news('<changed_skills>\n- `a`: y\n</changed_skills>\n<removed_skills>\n- `b`\n</removed_skills>')
  expect(parseCatalog([catalogMessage({ a: 'x', b: 'x' }), USER, answer, added, USER, answer, changed, USER])).toEqual([
    { name: 'a', description: 'y' },
    { name: 'c', description: 'Is <new>.' },
  ])
  expect(parseCatalog([USER, answer, added, USER])).toEqual([{ name: 'c', description: 'Is <new>.' }])
  expect(parseCatalog([USER, answer, { role: 'user', content: `See: ${added.content}` }])).toBeUndefined()
  expect(parseCatalog([USER, { role: 'tool', toolCallId: '1', toolName: 'read', content: added.content }])).toBe(
    undefined,
  )
})

it('ignores lines of a catalog that are no entries', () => {
  const content = [
    '<system-reminder>',
    '<available_skills>',
    '- `a`: x',
    '- b: y',
    '## c',
    '- `D`: z',
    '</available_skills>',
    '</system-reminder>',
  ].join('\n')
  expect(parseCatalog([{ role: 'user', content }])).toEqual([{ name: 'a', description: 'x' }])
})

it('takes no catalog whose list has no end', () => {
  const content = '<system-reminder>\n<available_skills>\n- `a`: x\n</system-reminder>'
  expect(parseCatalog([{ role: 'user', content }])).toBeUndefined()
})

it('never throws, whatever the messages hold', () => {
  const pieces = fc.constantFrom(
    '<system-reminder>',
    '</system-reminder>',
    '<available_skills>',
    '\n',
    '- `a`: ',
    '&lt;',
  )
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const messages = texts.map((content) => ({ role: 'user', content }) as const)
      for (const entry of parseCatalog(messages) ?? []) expect(entry.name).toMatch(/^[a-z0-9-]+$/)
      for (const { content } of messages) expect(typeof isReminder(content)).toBe('boolean')
    }),
  )
})
