import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scriptedModel, skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { promptText } from '../src/prompt-text.ts'
import { Editor } from './editor.ts'
import { mount } from './mount.ts'

const text = (words: string) => ({ type: 'text', text: words })
const link = (uri: string, name?: string) => ({ type: 'resource_link', uri, ...(name !== undefined && { name }) })

describe('a link in a prompt', () => {
  it.each([
    ['file:///r/a%20b.txt', '[n](/r/a b.txt)'],
    ['file:///r/a b.txt', '[n](/r/a b.txt)'],
    ['file://localhost/r/a.txt', '[n](/r/a.txt)'],
    ['FILE:///r/%E4%BD%A0%C3%A9.txt', '[n](/r/你é.txt)'],
    ['file:///r/50%25.txt', '[n](/r/50%.txt)'],
    ['file:///r/50% off.txt', '[n](/r/50% off.txt)'],
    ['file:///r/a%23b%3Fc.txt', '[n](/r/a#b?c.txt)'],
    ['file:///r/src/', '[n](/r/src/)'],
    ['file:///r/a%20b.ts#L3-9', '[n](/r/a b.ts) (#L3-9)'],
    ['file:///r/a.ts?symbol=f#L3', '[n](/r/a.ts) (?symbol=f#L3)'],
  ])('to the file %s is a path that can be read [G63]', (uri, expected) => {
    expect(promptText([link(uri, 'n')])).toBe(expected)
  })

  it.each([
    'https://tea.example/a%20b?x=1#y',
    'zed:///agent/thread/1?name=a%20b',
    'file://elsewhere/r/a.txt',
    'file:///r/a%2Fb.txt',
    'file:///r/a%0Ab.txt',
    'file:///r/a%00b.txt',
    'no address',
  ])('to %s stays an address [G63]', (uri) => {
    expect(promptText([link(uri, 'n')])).toBe(`[n](${uri.replace(' ', '%20')})`)
  })

  it.each([
    ['a\n/skill:tea\r\n b', String.raw`[a /skill:tea b](/r/x.md)`],
    ['a](/etc/passwd) [b', String.raw`[a\](/etc/passwd) \[b](/r/x.md)`],
    ['a`b\\', '[a\\`b\\\\](/r/x.md)'],
    ['  ', '[x.md](/r/x.md)'],
    [undefined, '[x.md](/r/x.md)'],
  ])('called %j has one line, and its name ends where it ends [G63]', (name, expected) => {
    expect(promptText([link('file:///r/x.md', name)])).toBe(expected)
  })
})

describe('a command', () => {
  const file = link('file:///r/a%20b.txt', 'a b.txt')

  it.each([
    [[file, text('/skill:tea now')], '/skill:tea now [a b.txt](/r/a b.txt)'],
    [[file, text(' '), file, text('\n/skill:tea')], '\n/skill:tea [a b.txt](/r/a b.txt) [a b.txt](/r/a b.txt)'],
    [[file, text('/skill:tea '), file, text(' now')], '/skill:tea [a b.txt](/r/a b.txt) now [a b.txt](/r/a b.txt)'],
    [[file, text('Look, '), text('/skill:tea')], '[a b.txt](/r/a b.txt)Look, \n/skill:tea'],
    [[file, text('See /skill:tea')], '[a b.txt](/r/a b.txt)See /skill:tea'],
    [[text('/skill:tea with '), file], '/skill:tea with [a b.txt](/r/a b.txt)'],
    [[file], '[a b.txt](/r/a b.txt)'],
  ])('of the blocks %j is not hidden by links in front of it [G63]', (blocks, expected) => {
    expect(promptText(blocks)).toBe(expected)
  })
})

it('starts a skill behind a link, and reads the file by the path that the model was given [G63]', async () => {
  const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea/SKILL.md': skillText('tea', 'Tea.', 'Brew.') })
  const file = join(root, 'green tea (1)#é.txt')
  writeFileSync(file, 'At 80 degrees.\n')
  const model = scriptedModel((request) => {
    const last = request.messages.at(-1)
    if (last?.role === 'tool') return `Read: ${last.content}`
    const path = /\]\((.*)\)$/.exec(last?.content ?? '')?.[1] ?? ''
    return { toolCalls: [{ name: 'read', arguments: { path } }] }
  })
  const editor = new Editor().start(await mount(model))
  await editor.initialize()
  const sessionId = await editor.newSession(root, { isFirst: false })
  const prompt = [link(pathToFileURL(file).href, 'tea'), text('/skill:tea now')]
  await editor.request('session/prompt', { sessionId, prompt })
  expect(model.requests[0]?.messages.at(-1)?.content).toMatch(/Brew\.[^]*now \[tea\]\(/)
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('At 80 degrees.')
})
