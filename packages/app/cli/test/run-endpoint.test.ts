import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import {
  type ChatMessage,
  type ChatRequest,
  type EndpointReply,
  startEndpoint,
  temporaryTree,
  type Tree,
} from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = (length = 8): string => Array.from({ length }, () => letters[randomInt(26)]).join('')
const hanzi = (length = 6): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + randomInt(0x5000))).join('')

interface Language {
  readonly name: string
  readonly topic: () => string
  readonly description: (topic: string) => string
  readonly prompt: (topic: string) => string
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'English',
    topic: word,
    description: (t) => `Explains ${t} to newcomers.`,
    prompt: (t) => `Please explain ${t}!`,
  },
  { name: 'Chinese', topic: hanzi, description: (t) => `说明${t}的做法。`, prompt: (t) => `请告诉我${t}怎么做` },
  {
    name: 'German',
    topic: word,
    description: (t) => `Erklärt, wie ${t} gelingt – für Anfänger.`,
    prompt: (t) => `Bitte erkläre ${t}!`,
  },
]

interface InventedSkill {
  readonly name: string
  readonly description: string
  readonly topic: string
  readonly body: string
  readonly file: string
  readonly fileText: string
}

function inventSkill(language: Language): InventedSkill {
  const topic = language.topic()
  const file = `references/${word()}.md`
  return {
    name: `${word(5)}-${word(4)}`,
    description: language.description(topic),
    topic,
    body: `# ${word()}\n\nRead \`${file}\` before you ${word()}.\n\n\t${word()} «${randomBytes(6).toString('hex')}»`,
    file,
    fileText: `${word()} ${hanzi()}\n${randomBytes(12).toString('base64')}\n`,
  }
}

function treeOf(skills: readonly InventedSkill[]): Tree {
  const entries = skills.flatMap((skill) => [
    [
      `.dsh/skills/${skill.name}/SKILL.md`,
      `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n\n${skill.body}\n`,
    ] as const,
    [`.dsh/skills/${skill.name}/${skill.file}`, skill.fileText] as const,
  ])
  return { '.git': { dir: true }, ...Object.fromEntries(entries) }
}

/** Plays a model: takes the catalog line that holds a word of the user's, loads it, reads the file it names, answers. */
function playModel(request: ChatRequest, skill: InventedSkill, root: string): EndpointReply | string {
  const results = request.messages.filter(({ role }) => role === 'tool')
  if (results.length === 0) return { toolCalls: [{ name: 'skill', arguments: { name: skill.name } }] }
  if (results.length > 1) return `answer: ${results[1]?.content ?? ''}`
  return { toolCalls: [{ name: 'read', arguments: { path: join(root, '.dsh/skills', skill.name, skill.file) } }] }
}

const contentOf = (messages: readonly ChatMessage[], role: string): string[] =>
  messages.filter((message) => message.role === role).map(({ content }) => content ?? '')

describe('dsh run against an endpoint', () => {
  it.each(LANGUAGES)('carries catalog, call, text, file and answer in the bytes it sends ($name)', async (language) => {
    const skills = LANGUAGES.map(inventSkill)
    const wanted = skills[LANGUAGES.indexOf(language)]
    if (!wanted) throw new Error('one skill for each language')
    const root = temporaryTree(treeOf(skills))
    const endpoint = await startEndpoint((body) => playModel(body, wanted, root))
    const prompt = language.prompt(wanted.topic)
    const result = await dsh(['run', '--cwd', root, '--model', 'm-1', '--base-url', endpoint.url, prompt], {
      env: { DSH_API_KEY: 'sk-test' },
    })
    expect({ code: result.code, stdout: result.stdout }).toEqual({
      code: 0,
      stdout: `answer: ${endpoint.requests.at(-1)?.body.messages.at(-1)?.content ?? ''}\n`,
    })
    expect(result.stdout).toContain(wanted.fileText.trim())

    const [first, second, third] = endpoint.requests
    expect(endpoint.requests).toHaveLength(3)
    // One message: servers whose template wants the roles in turn refuse two side by side.
    const [opening] = contentOf(first?.body.messages ?? [], 'user')
    const catalog = opening?.slice(0, -`\n\n${prompt}`.length)
    for (const skill of skills) expect(catalog).toContain(`- \`${skill.name}\`: ${skill.description}`)
    for (const skill of skills) expect(first?.bodyText).not.toContain(JSON.stringify(skill.body).slice(1, -1))
    expect(opening).toBe(`${catalog}\n\n${prompt}`)
    expect(contentOf(first?.body.messages ?? [], 'user')).toHaveLength(1)

    const call = second?.body.messages.find(({ tool_calls }) => tool_calls !== undefined)?.tool_calls?.[0]
    expect(call?.function).toEqual({ name: 'skill', arguments: JSON.stringify({ name: wanted.name }) })
    const [loaded] = contentOf(second?.body.messages ?? [], 'tool')
    expect(loaded).toContain(wanted.body)
    expect(loaded).toContain(join(root, '.dsh/skills', wanted.name))
    expect(contentOf(third?.body.messages ?? [], 'tool')[1]).toContain(wanted.fileText.trim())
    for (const request of endpoint.requests) expect(contentOf(request.body.messages, 'user')[0]).toBe(opening)
  })

  it.each(LANGUAGES)('the offline responder finds the same skill by its words ($name)', async (language) => {
    const skills = LANGUAGES.map(inventSkill)
    const wanted = skills[LANGUAGES.indexOf(language)]
    if (!wanted) throw new Error('one skill for each language')
    const root = temporaryTree(treeOf(skills))
    const result = await dsh(['run', '--offline', '--cwd', root, language.prompt(wanted.topic)])
    expect(result.code).toBe(0)
    expect(result.stdout).toContain(wanted.name)
    for (const line of [...wanted.body.split('\n'), ...wanted.fileText.trim().split('\n')]) {
      expect(result.stderr).toContain(line.trim())
    }
  })
})
