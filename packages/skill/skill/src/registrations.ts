import { brokenField, type Drop, kindOf, readObject, readText } from './fields.ts'
import { runtimeDuplicate } from './messages.ts'
import type { SkillCandidate, SkillDefinition, SkillProblem, SkillProvider, SkillRegistration } from './provider.ts'
import { readRegistration, RUNTIME_LABEL } from './read-skill.ts'
import { toLine } from './reason.ts'

/** Rank of every skill that lives in code. */
const RUNTIME_RANK = 250

/** One registration of one provider. A provider that comes back under its old name has another one. */
export interface ProviderRegistration {
  readonly name: string
  readonly provider: SkillProvider
  /** The provider's own limit for one call; Infinity when it has none. */
  readonly timeoutMs: number
  /** Aborted when the provider is unregistered. */
  readonly removed: AbortSignal
  /** Does nothing the second time. */
  readonly unregister: () => void
}

/** A skill that lives in code: what stands in the listing, and what `get` returns. */
export interface RuntimeSkill {
  readonly candidate: SkillCandidate
  readonly definition: SkillDefinition
}

/** What is registered now: providers in the order of their registration, and skills that live in code. */
export class Registrations {
  private readonly entries = new Map<string, ProviderRegistration>()
  private readonly runtimeSkills = new Map<string, RuntimeSkill>()
  private readonly duplicates = new Set<SkillProblem>()
  private readonly onChange: () => void
  private changes = 0

  /** `onChange` is called in the same tick as every change of the revision. */
  constructor(onChange: () => void) {
    this.onChange = onChange
  }

  /** Counts what was registered and unregistered. */
  get revision(): number {
    return this.changes
  }

  providers(): readonly ProviderRegistration[] {
    return [...this.entries.values()]
  }

  skills(): readonly RuntimeSkill[] {
    return [...this.runtimeSkills.values()]
  }

  skill(name: string): RuntimeSkill | undefined {
    return this.runtimeSkills.get(name)
  }

  /** One for each runtime skill that was kept out because its name was taken. */
  problems(): readonly SkillProblem[] {
    return [...this.duplicates]
  }

  /** Returns the undo. Throws `SkillContractError`. */
  addProvider(provider: SkillProvider): () => void {
    const { name, timeoutMs } = this.checkProvider(provider)
    const removal = new AbortController()
    const unregister = (): void => {
      if (removal.signal.aborted) return
      this.entries.delete(name)
      this.change()
      removal.abort(new Error(`The skill provider "${toLine(name)}" is no longer registered.`))
    }
    this.entries.set(name, { name, provider, timeoutMs, removed: removal.signal, unregister })
    this.change()
    return unregister
  }

  /** Returns the undo, and the problem when the skill was kept out. Throws `SkillContractError`. */
  addSkill(
    registration: SkillRegistration,
    drop: Drop = () => {},
  ): { readonly undo: () => void; readonly problem?: SkillProblem } {
    const definition = readRegistration(registration, drop)
    const { content: _content, problems: _problems, ...summary } = definition
    const { name, provider } = definition
    if (this.entries.has(provider)) {
      const origin = { provider, part: 'registration', skill: name }
      throw brokenField(origin, 'provider', 'is the label of a runtime skill here, and the name of a provider')
    }
    const owner = this.runtimeSkills.get(name)
    if (owner) {
      const problem = runtimeDuplicate(definition, owner.definition)
      this.duplicates.add(problem)
      return { undo: () => this.duplicates.delete(problem), problem }
    }
    const candidate = Object.freeze({ ...summary, rank: RUNTIME_RANK, locator: definition })
    const skill: RuntimeSkill = { candidate, definition }
    this.runtimeSkills.set(name, skill)
    this.change()
    return { undo: () => this.removeSkill(skill) }
  }

  clear(): void {
    for (const { unregister } of this.providers()) unregister()
    for (const skill of this.skills()) this.removeSkill(skill)
    this.duplicates.clear()
  }

  private removeSkill(skill: RuntimeSkill): void {
    const { name } = skill.definition
    if (this.runtimeSkills.get(name) !== skill) return
    this.runtimeSkills.delete(name)
    this.change()
  }

  private checkProvider(provider: SkillProvider): Pick<ProviderRegistration, 'name' | 'timeoutMs'> {
    const fields = readObject(provider, { provider: 'unnamed', part: 'provider' })
    const name = readText(fields, 'name', { provider: 'unnamed', part: 'provider' })
    const origin = { provider: name, part: 'provider' }
    if (name === RUNTIME_LABEL) throw brokenField(origin, 'name', `must not be "${RUNTIME_LABEL}", which is reserved`)
    if (this.entries.has(name)) throw brokenField(origin, 'name', 'is taken by a provider that is registered already')
    if (this.skills().some(({ definition }) => definition.provider === name)) {
      throw brokenField(origin, 'name', 'is in use as the label of a runtime skill')
    }
    for (const call of ['list', 'get']) {
      if (typeof fields[call] !== 'function') {
        throw brokenField(origin, call, `must be a function, got ${kindOf(fields[call])}`)
      }
    }
    const timeoutMs = fields['timeoutMs'] ?? Infinity
    if (typeof timeoutMs === 'number' && timeoutMs > 0) return { name, timeoutMs }
    throw brokenField(origin, 'timeoutMs', `must be a number of ms above 0, got ${kindOf(timeoutMs)}`)
  }

  private change(): void {
    this.changes += 1
    this.onChange()
  }
}
