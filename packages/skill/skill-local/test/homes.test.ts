import { describe, expect, it } from 'vitest'
import { Config } from '../src/config.ts'
import { resolveHomes } from '../src/homes.ts'

const none = { env: {}, home: '/home/ann' }

describe('resolveHomes', () => {
  it('takes the setting, else the environment, else a folder in the home folder', () => {
    const env = { DSH_HOME: '/env/dsh', DSH_AGENTS_HOME: '/env/agents' }
    const settings = { dshHome: '/set/dsh', agentsHome: '/set/agents' }
    expect(resolveHomes(settings, { ...none, env })).toMatchObject(settings)
    expect(resolveHomes({}, { ...none, env })).toMatchObject({ dshHome: '/env/dsh', agentsHome: '/env/agents' })
    expect(resolveHomes({}, none)).toEqual({
      dshHome: '/home/ann/.dsh',
      agentsHome: '/home/ann/.agents',
      customSkillDirs: [],
    })
  })

  it('counts empty as unset', () => {
    const env = { DSH_HOME: '', DSH_AGENTS_HOME: '/env/agents' }
    const homes = resolveHomes({ dshHome: '', agentsHome: '' }, { ...none, env })
    expect(homes).toMatchObject({ dshHome: '/home/ann/.dsh', agentsHome: '/env/agents' })
  })

  it('expands ~ everywhere, and normalises', () => {
    const env = { DSH_HOME: '~/d/../e' }
    const homes = resolveHomes({ agentsHome: '~', customSkillDirs: ['~/team', '/a/../b/'] }, { ...none, env })
    expect(homes).toEqual({
      dshHome: '/home/ann/e',
      agentsHome: '/home/ann',
      customSkillDirs: ['/home/ann/team', '/b'],
    })
  })

  it('refuses relative folders, and names where they come from', () => {
    expect(() => resolveHomes({ dshHome: 'dsh' }, none)).toThrow(
      new TypeError('dshHome must be an absolute path or begin with ~/, got "dsh".'),
    )
    expect(() => resolveHomes({}, { ...none, env: { DSH_AGENTS_HOME: './a' } })).toThrow('DSH_AGENTS_HOME must be')
    expect(() => resolveHomes({ customSkillDirs: ['/a', '~bob/b'] }, none)).toThrow('customSkillDirs[1] must be')
    expect(() => resolveHomes({ customSkillDirs: [''] }, none)).toThrow('customSkillDirs[0] must be')
    expect(() => resolveHomes({ customSkillDirs: ['/a\0b'] }, none)).toThrow(
      'customSkillDirs[0] must not contain a NUL',
    )
  })

  it('does not need a home folder until something lies in it', () => {
    const settings = { dshHome: '/d', agentsHome: '/a' }
    const surroundings = {
      env: {},
      get home(): string {
        throw new Error('There is no home folder.')
      },
    }
    expect(resolveHomes(settings, surroundings).dshHome).toBe('/d')
    expect(() => resolveHomes({}, { env: {}, home: '' })).toThrow('set HOME, or make DSH_HOME absolute')
  })
})

describe('Config', () => {
  it('has a default for everything', () => {
    expect(Config.parse(undefined)).toEqual({ customSkillDirs: [], tolerance: 'strict', projectLinks: 'follow' })
  })

  it.each([
    [{ dshHome: 'x' }, 'dshHome'],
    [{ agentsHome: 'x' }, 'agentsHome'],
    [{ customSkillDirs: ['/a', 'b'] }, 'customSkillDirs'],
    [{ customSkillDirs: '/a' }, 'customSkillDirs'],
    [{ tolerance: 'lenient' }, 'tolerance'],
    [{ projectLinks: 'outside' }, 'projectLinks'],
  ])('refuses %j, and says which setting it is', (settings, field) => {
    const issues = Config.safeParse(settings).error?.issues ?? []
    expect(issues.map(({ path }) => path[0])).toEqual([field])
  })

  it('says what is wrong with a folder, and refuses settings that it does not know', () => {
    expect(Config.safeParse({ customSkillDirs: ['b'] }).error?.message).toContain(
      'must be an absolute path or begin with ~/, got',
    )
    expect(Config.safeParse({ dshHome: 'b' }).error?.message).toContain(
      'must be an absolute path or begin with ~/, got',
    )
    expect(Config.safeParse({ homes: [] }).error?.message).toContain('Unrecognized key')
  })
})
