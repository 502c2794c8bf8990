import type { SkillCandidate, SkillDefinition, SkillProvider } from '../provider.ts'
import { stopIfAborted } from '../reason.ts'

/** A skill as the memory provider keeps it: a definition, less what has a default. */
export interface MemorySkill extends Omit<SkillDefinition, 'provider' | 'source'> {
  /** `memory` when absent. */
  readonly source?: string
  /** 400 when absent: that of a user's own skill. */
  readonly rank?: number
  /** Absolute path of the one folder that it shows up in; everywhere when absent. */
  readonly cwd?: string
}

export interface MemoryProviderOptions {
  /** `memory` when absent. */
  readonly name?: string
  readonly skills?: readonly MemorySkill[]
}

/** A provider over a list of skills in memory, which may change at any time. */
export interface MemoryProvider extends SkillProvider {
  /** Adds the skill at the end, or puts it in the place of the one with its name and cwd. */
  readonly write: (skill: MemorySkill) => void
  /** Takes every skill of that name out. */
  readonly remove: (name: string) => void
}

/** Makes a provider of skills in memory, for tests and for agents that bring their skills along in code. */
export function createMemoryProvider({ name = 'memory', skills = [] }: MemoryProviderOptions = {}): MemoryProvider {
  let kept: readonly MemorySkill[] = [...skills]
  return {
    name,
    async list({ cwd, signal }) {
      stopIfAborted(signal)
      return kept
        .filter((skill) => skill.cwd === undefined || skill.cwd === cwd)
        .map((skill) => toCandidate(skill, name))
    },
    async get({ locator }, { signal }) {
      stopIfAborted(signal)
      const listed = locator as Pick<MemorySkill, 'name' | 'cwd'>
      const skill = kept.find((other) => isSame(other, listed))
      return skill && toDefinition(skill, name)
    },
    write: (skill) => {
      const index = kept.findIndex((other) => isSame(other, skill))
      kept = index === -1 ? [...kept, skill] : kept.with(index, skill)
    },
    remove: (gone) => {
      kept = kept.filter((skill) => skill.name !== gone)
    },
  }
}

function isSame(left: Pick<MemorySkill, 'name' | 'cwd'>, right: Pick<MemorySkill, 'name' | 'cwd'>): boolean {
  return left.name === right.name && left.cwd === right.cwd
}

function toCandidate(skill: MemorySkill, provider: string): SkillCandidate {
  const { content: _content, rank = 400, cwd, ...summary } = skill
  return { source: 'memory', ...summary, provider, rank, locator: { name: skill.name, cwd } }
}

function toDefinition({ rank: _rank, cwd: _cwd, ...skill }: MemorySkill, provider: string): SkillDefinition {
  return { source: 'memory', ...skill, provider }
}
