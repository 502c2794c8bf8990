import { copyRegistration, RUNTIME_LABEL } from './definition.ts'
import { brokenField, Fields, kindOf } from './fields.ts'
import type { SkillProblem } from './problem.ts'
import type { SkillProvider } from './provider.ts'
import { toLine } from './reason.ts'
import type { SkillCandidate, SkillDefinition, SkillRegistration } from './shapes.ts'

/** Rank of every skill that lives in code. */
const RUNTIME_RANK = 250

/** One stay of one provider. A provider that comes back under its old name is another one. */
export interface Membership {
  readonly name: string
  readonly provider: SkillProvider
  /** The provider's own limit for one call; Infinity when it has none. */
  readonly timeoutMs: number
  /** Aborted when the provider leaves. */
  readonly gone: AbortSignal
  /** Ends this stay; the second time it does nothing. */
  readonly leave: () => void
}

/** A skill that lives in code: what stands in the catalog, and what `get` returns. */
export interface RuntimeSkill {
  readonly candidate: SkillCandidate
  readonly definition: SkillDefinition
}

/** Who contributes skills now: providers in the order of their registration, and skills that live in code. */
export class Members {
  private readonly memberships = new Map<string, Membership>()
  private readonly runtimeSkills = new Map<string, RuntimeSkill>()
  private readonly keptOut = new Set<SkillProblem>()
  private readonly onChange: () => void
  private changes = 0

  /** `onChange` is called in the same tick as every change of the revision. */
  constructor(onChange: () => void) {
    this.onChange = onChange
  }

  /** Counts the changes of membership. */
  get revision(): number {
    return this.changes
  }

  providers(): readonly Membership[] {
    return [...this.memberships.values()]
  }

  skills(): readonly RuntimeSkill[] {
    return [...this.runtimeSkills.values()]
  }

  skill(name: string): RuntimeSkill | undefined {
    return this.runtimeSkills.get(name)
  }

  /** One for each runtime skill that was kept out because its name was taken. */
  problems(): readonly SkillProblem[] {
    return [...this.keptOut]
  }

  /** Returns the undo. Throws `SkillContractError`. */
  addProvider(provider: SkillProvider): () => void {
    const name = new Fields(provider, { provider: 'unnamed', part: 'provider' }).text('name')
    const timeoutMs = this.checkProvider(provider, name)
    const leaving = new AbortController()
    const leave = (): void => {
      if (leaving.signal.aborted) return
      this.memberships.delete(name)
      this.change()
      leaving.abort(new Error(`The skill provider "${toLine(name)}" is no longer registered.`))
    }
    this.memberships.set(name, { name, provider, timeoutMs, gone: leaving.signal, leave })
    this.change()
    return leave
  }

  /** Returns the undo, and the problem when the skill was kept out. Throws `SkillContractError`. */
  addSkill(registration: SkillRegistration): { readonly undo: () => void; readonly problem?: SkillProblem } {
    const definition = copyRegistration(registration)
    const { content: _content, ...summary } = definition
    const { name, provider } = definition
    if (this.memberships.has(provider)) {
      const origin = { provider, part: 'registration', skill: name }
      throw brokenField(origin, 'provider', 'is the label of a runtime skill here, and the name of a provider')
    }
    const owner = this.runtimeSkills.get(name)
    if (owner) return this.keepOut(definition, owner.definition)
    const candidate = Object.freeze({ ...summary, rank: RUNTIME_RANK, locator: definition })
    const skill: RuntimeSkill = { candidate, definition }
    this.runtimeSkills.set(name, skill)
    this.change()
    return { undo: () => this.removeSkill(skill) }
  }

  /** Lets every member go. */
  clear(): void {
    for (const { leave } of this.providers()) leave()
    for (const skill of this.skills()) this.removeSkill(skill)
    this.keptOut.clear()
  }

  private removeSkill(skill: RuntimeSkill): void {
    const { name } = skill.definition
    if (this.runtimeSkills.get(name) !== skill) return
    this.runtimeSkills.delete(name)
    this.change()
  }

  private keepOut(skill: SkillDefinition, owner: SkillDefinition): { undo: () => void; problem: SkillProblem } {
    const problem: SkillProblem = Object.freeze({
      code: 'runtime-duplicate',
      severity: 'warning',
      message: `A second runtime skill "${skill.name}" (from "${toLine(skill.provider)}") was kept out; the one from "${toLine(owner.provider)}" stays.`,
      path: skill.path ?? `provider:${toLine(skill.provider)}`,
      hint: 'Give one of the two another name.',
      skill: skill.name,
    })
    this.keptOut.add(problem)
    return { undo: () => this.keptOut.delete(problem), problem }
  }

  /** Returns the provider's own limit for one call. */
  private checkProvider(provider: SkillProvider, name: string): number {
    const fields = new Fields(provider, { provider: name, part: 'provider' })
    for (const call of ['list', 'get']) {
      const value = fields.read(call)
      if (typeof value !== 'function') throw fields.broken(call, `must be a function, got ${kindOf(value)}`)
    }
    const timeoutMs = fields.read('timeoutMs') ?? Infinity
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
      throw fields.broken('timeoutMs', `must be a number of ms above 0, got ${kindOf(timeoutMs)}`)
    }
    // Last, so that no getter of the provider can change what is checked here.
    if (name === RUNTIME_LABEL) throw fields.broken('name', `must not be "${RUNTIME_LABEL}", which is reserved`)
    if (this.memberships.has(name)) throw fields.broken('name', 'is taken by a provider that is registered already')
    if (this.skills().some(({ definition }) => definition.provider === name)) {
      throw fields.broken('name', 'is in use as the label of a runtime skill')
    }
    return timeoutMs
  }

  private change(): void {
    this.changes += 1
    this.onChange()
  }
}
