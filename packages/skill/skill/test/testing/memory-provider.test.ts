import { createMemoryProvider, type MemorySkill } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it } from 'vitest'
import { names, setUp } from '../setup.ts'

const skill = (name: string, more: Partial<MemorySkill> = {}): MemorySkill => ({
  name,
  description: 'A skill.',
  content: 'Do it.',
  ...more,
})

describe('createMemoryProvider', () => {
  it('lists and loads what it is given, with defaults for source and rank', async () => {
    const provider = createMemoryProvider({ skills: [skill('x', { whenToUse: 'Now.', metadata: { a: 1 } })] })
    const [candidate] = (await provider.list({})) as readonly [Parameters<typeof provider.get>[0]]
    const shared = { name: 'x', description: 'A skill.', source: 'memory', provider: 'memory', whenToUse: 'Now.' }
    expect(candidate).toMatchObject({ ...shared, rank: 400, metadata: { a: 1 } })
    expect(candidate).not.toHaveProperty('content')
    expect(await provider.get(candidate, {})).toEqual({ ...shared, metadata: { a: 1 }, content: 'Do it.' })
  })

  it('takes name, rank and source of its own', async () => {
    const provider = createMemoryProvider({ name: 'team', skills: [skill('x', { rank: 7, source: 'custom' })] })
    expect(await provider.list({})).toMatchObject([{ provider: 'team', rank: 7, source: 'custom' }])
  })

  it('shows a skill with a cwd in that folder alone, and keeps namesakes of two folders apart', async () => {
    const registry = setUp()
    registry.registerProvider(
      createMemoryProvider({
        skills: [skill('x', { cwd: '/a', content: 'Of a.' }), skill('x', { cwd: '/b', content: 'Of b.' })],
      }),
    )
    expect(names(await registry.list({ cwd: '/c' }))).toEqual([])
    expect((await registry.get('x', { cwd: '/a' }))?.content).toBe('Of a.')
    expect((await registry.get('x', { cwd: '/b' }))?.content).toBe('Of b.')
  })

  it('adds, replaces in place and removes', async () => {
    const provider = createMemoryProvider({ skills: [skill('x'), skill('y')] })
    provider.write(skill('x', { description: 'Changed.' }))
    provider.write(skill('a'))
    expect(await provider.list({})).toMatchObject([
      { name: 'x', description: 'Changed.' },
      { name: 'y' },
      { name: 'a' },
    ])
    provider.remove('y')
    expect(await provider.list({})).toMatchObject([{ name: 'x' }, { name: 'a' }])
  })
})
