import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Config as AgentConfig } from '@deepseek-ai/dsh-agent'
import { Config as EndpointConfig } from '@deepseek-ai/dsh-llm-openai-compatible'
import { Config as RegistryConfig } from '@deepseek-ai/dsh-skill'
import { Config as LocalConfig } from '@deepseek-ai/dsh-skill-local'
import { repositoryRoot, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { Config as BashConfig } from '@deepseek-ai/dsh-tool-bash'
import { Config as ToolConfig } from '@deepseek-ai/dsh-tool-skill'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '../../src/settings/load.ts'
import { parseSettingsText } from '../../src/settings/parse-yaml.ts'
import { configFileSchema } from '../../src/settings/schema.ts'
import { validateSettings } from '../../src/settings/validate.ts'
import { SETTINGS } from '../../src/settings/words.ts'

const page = readFileSync(join(repositoryRoot, 'docs/settings.md'), 'utf8')
const example = /```yaml .*\n([^]*?)```/.exec(page)?.[1] ?? ''

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

function leaves({ properties }: JsonSchema, prefix = ''): readonly string[] {
  return Object.entries(properties ?? {}).flatMap(([key, value]) => {
    return value.properties ? leaves(value, `${prefix}${key}.`) : [`${prefix}${key}`]
  })
}

describe('docs/settings.md', () => {
  it('has an example that is read as it stands', () => {
    const dshHome = temporaryTree({ 'config.yaml': example })
    const { model, ...settings } = loadSettings({ env: { DSH_HOME: dshHome, EXAMPLE_API_KEY: 'k' }, home: '/home/ann' })
    expect({ ...model, apiKey: model.apiKey?.() }).toEqual({
      model: 'deepseek-flash',
      baseUrl: 'https://api.example.com/v1',
      headers: { 'x-team': 'tea' },
      apiKey: 'k',
    })
    expect(settings).toMatchObject({
      endpoint: { maxRetries: 4, idleTimeoutMs: 60_000 },
      agent: { maxStepsPerTurn: 50 },
      skills: {
        local: { customSkillDirs: ['/home/ann/team/skills', join(dshHome, 'more-skills')], projectLinks: 'inside' },
        tool: { catalogMaxTokens: 4000 },
      },
    })
  })

  it('has a row for every setting, and so have the words', () => {
    const known = leaves(z.toJSONSchema(configFileSchema(), { io: 'output' }) as JsonSchema)
    const rows = Array.from(page.matchAll(/^\| `([\w.]+)` \|/gm), ([, setting]) => setting)
    expect(rows).toEqual(known)
    expect(Object.keys(SETTINGS)).toEqual(known)
  })
})

describe('what config.yaml takes', () => {
  const owners: Readonly<Record<string, z.ZodType>> = {
    agent: AgentConfig,
    bash: BashConfig,
    endpoint: EndpointConfig,
    'skills.local': LocalConfig,
    'skills.registry': RegistryConfig,
    'skills.tool': ToolConfig,
  }
  const probes = [
    -1,
    0,
    1,
    2,
    3,
    10,
    11,
    3_600_000,
    3_600_001,
    2 ** 31 - 1,
    2 ** 31,
    1.5,
    1e20,
    '1',
    true,
    'strict',
    'repair',
    'follow',
    'inside',
    'http://h',
    'http://u:p@h',
    'http://h?x',
    'http://h/chat/completions',
    'x y',
    'é',
    '',
  ]
  const handedOn = Object.keys(SETTINGS).filter(
    (setting) => !/^model$|apiKeyEnv|apiKeyFile|customSkillDirs|secretVariables/.test(setting),
  )

  it.each(handedOn)('%s: the same as the package that it is handed to', (setting) => {
    const section = setting.slice(0, setting.lastIndexOf('.'))
    const key = setting.slice(section.length + 1)
    const owner = owners[section]
    if (!owner) throw new Error(`no owner of ${section}`)
    for (const value of probes) {
      const file = section.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), { [key]: value })
      const text = parseSettingsText(JSON.stringify(file))
      const isTaken = !('message' in text) && validateSettings(text, 0o600).kind === 'valid'
      expect({ value, isTaken }).toEqual({ value, isTaken: owner.safeParse({ [key]: value }).success })
    }
  })
})
