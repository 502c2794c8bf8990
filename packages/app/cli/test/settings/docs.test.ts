import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { loadSettings } from '../../src/settings/load.ts'

const page = readFileSync(join(repositoryRoot, 'docs/settings.md'), 'utf8')
const example = /```yaml .*\n([^]*?)```/.exec(page)?.[1] ?? ''

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
})
