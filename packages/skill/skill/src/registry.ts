import { collect, type Contribution } from './collect.ts'
import { SkillLoadError } from './errors.ts'
import type { Drop } from './fields.ts'
import { type Lookup, readLookup } from './lookup.ts'
import { LruCache } from './lru-cache.ts'
import { fieldDropped, problemWarning, providerWarning } from './messages.ts'
import { isSkillName } from './name.ts'
import type { SkillCandidate, SkillDefinition, SkillProblem, SkillProvider, SkillRegistration } from './provider.ts'
import type { SkillSummary } from './provider.ts'
import { readDefinition, RUNTIME_LABEL } from './read-skill.ts'
import { describeReason, stopIfAborted } from './reason.ts'
import { type ProviderRegistration, Registrations } from './registrations.ts'
import { SingleFlight } from './single-flight.ts'
import type { SkillInspection, SkillRegistry, SkillRegistryLookupOptions } from './skill-registry.ts'
import { inspectSnapshot, resolve, type Snapshot } from './snapshot.ts'
import { withTimeout } from './with-timeout.ts'

/** Longest time for one `get` call, in ms. */
const GET_TIMEOUT_MS = 15_000

/** How often one lookup starts over because something was registered or unregistered meanwhile. */
const RESTARTS_MAX_COUNT = 2

/** How many problems are remembered as told. */
const TOLD_MAX_COUNT = 10_000

export interface RegistryOptions {
  /** How many snapshots, one per cwd, are remembered: a whole number, at least 1. */
  readonly collectCacheMaxEntries: number
  /**
   * Gets one line for each provider that was left out of an answer, for each runtime skill that was kept out, and once
   * for each problem that is an error or a warning: that problem comes along.
   */
  readonly warn: (message: string, problem?: SkillProblem) => void
}

/** A registry of its own, for an agent without Cordis. */
export interface StandaloneRegistry extends SkillRegistry {
  /** Unregisters every provider and runtime skill. Lookups under way end soon, with what is left: nothing. */
  close(): void
}

/** Makes a registry that belongs to no context: whoever registers keeps the undo. */
export function createRegistry(options: RegistryOptions): StandaloneRegistry {
  return new Registry(options)
}

/** A collection under way. */
interface Flight {
  readonly work: SingleFlight<Snapshot>
  /** False when contributions of an incomplete snapshot are taken over. */
  readonly asksAll: boolean
}

/** What is known of one cwd: the last snapshot, and the collection that a lookup joins. */
interface Entry {
  snapshot: Snapshot | undefined
  flight: Flight | undefined
}

/**
 * One snapshot per cwd: collected when it is asked for, shared while it is being collected, remembered when it is
 * complete. Of an incomplete one only the good contributions count, so that the next lookup asks just the other
 * providers.
 */
class Registry implements StandaloneRegistry {
  private readonly warn: RegistryOptions['warn']
  private readonly registrations: Registrations
  /** Cleared whenever the revision changes. */
  private readonly entries: LruCache<string | undefined, Entry>
  private readonly reported = new WeakSet<Snapshot>()
  private readonly told = new LruCache<string, true>(TOLD_MAX_COUNT)

  constructor({ collectCacheMaxEntries, warn }: RegistryOptions) {
    this.warn = warn
    this.entries = new LruCache(collectCacheMaxEntries, ({ flight }) => flight !== undefined)
    this.registrations = new Registrations(() => this.entries.clear())
  }

  registerProvider(provider: SkillProvider): () => void {
    return this.registrations.addProvider(provider)
  }

  register(registration: SkillRegistration): () => void {
    const { undo, problem } = this.registrations.addSkill(registration, this.warnOfDrop(RUNTIME_LABEL))
    if (problem) this.warn(problem.message)
    return undo
  }

  list(options?: SkillRegistryLookupOptions): Promise<readonly SkillSummary[]> {
    return this.read(options, ({ summaries }) => summaries)
  }

  inspect(options?: SkillRegistryLookupOptions): Promise<SkillInspection> {
    return this.read(options, (snapshot, { cwd }) => inspectSnapshot(snapshot, cwd, this.registrations.problems()))
  }

  async get(name: string, options?: SkillRegistryLookupOptions): Promise<SkillDefinition | undefined> {
    const lookup = readLookup(options)
    if (!isSkillName(name)) return undefined
    const found = await this.read(lookup, ({ owners, contributions }) => {
      const winner = owners.get(name)
      const owner = contributions.find(({ registration }) => registration.name === winner?.provider)?.registration
      return winner && { winner, owner, inCode: this.registrations.skill(name)?.definition }
    })
    if (!found) return undefined
    const { winner, owner, inCode } = found
    return owner ? this.load(owner, winner, lookup) : inCode
  }

  close(): void {
    this.registrations.clear()
  }

  /**
   * Finds the snapshot and takes out of it what the caller needs, in the very tick in which it is known to hold.
   * Rejects with `SkillContractError`, with TypeError for a bad cwd, and with the caller's reason on abort.
   */
  private async read<T>(
    options: SkillRegistryLookupOptions | undefined,
    take: (snapshot: Snapshot, lookup: Lookup) => T,
  ): Promise<T> {
    const lookup = readLookup(options)
    const { cwd, signal, refresh } = lookup
    for (let restarts = 0; ; restarts += 1) {
      stopIfAborted(signal)
      const entry = this.entryOf(cwd)
      // A collection of a restart began after this call, so even a refresh may take what is there by then.
      const mustAsk = refresh && restarts === 0
      if (entry.snapshot?.isComplete && !mustAsk) return take(entry.snapshot, lookup)
      const snapshot = await this.flightOf(cwd, entry, mustAsk).work.join(signal)
      if (snapshot.revision === this.registrations.revision) return take(this.report(snapshot), lookup)
      if (restarts === RESTARTS_MAX_COUNT) return take(this.report(this.withoutRemoved(snapshot)), lookup)
    }
  }

  private entryOf(cwd: string | undefined): Entry {
    const known = this.entries.get(cwd)
    if (known !== undefined) return known
    const entry: Entry = { snapshot: undefined, flight: undefined }
    this.entries.set(cwd, entry)
    return entry
  }

  /** The collection to join; with `mustAsk` one that has not begun, and asks every provider. */
  private flightOf(cwd: string | undefined, entry: Entry, mustAsk: boolean): Flight {
    const { flight } = entry
    if (flight !== undefined && !(mustAsk && (!flight.asksAll || flight.work.isStarted))) return flight
    return this.startFlight(cwd, entry, mustAsk)
  }

  private startFlight(cwd: string | undefined, entry: Entry, mustAsk: boolean): Flight {
    const { revision } = this.registrations
    const providers = this.registrations.providers()
    const known = entry.snapshot
    const kept = mustAsk ? [] : (known?.contributions.filter(({ isComplete }) => isComplete) ?? [])
    const run = async (signal: AbortSignal): Promise<Snapshot> => {
      const snapshot = this.makeSnapshot(revision, await collect({ providers, kept, cwd, signal }))
      // A collection that was overtaken knows less than the one that began later and has ended.
      if (entry.flight === flight || entry.snapshot === known) entry.snapshot = snapshot
      return snapshot
    }
    const onEnd = (): void => {
      if (entry.flight !== flight) return
      entry.flight = undefined
      if (this.entries.get(cwd) !== entry) return
      if (entry.snapshot === undefined) this.entries.delete(cwd)
      else this.entries.set(cwd, entry)
    }
    const flight: Flight = { work: new SingleFlight(run, onEnd), asksAll: kept.length === 0 }
    entry.flight = flight
    return flight
  }

  private makeSnapshot(revision: number, contributions: readonly Contribution[]): Snapshot {
    const candidates = [
      ...this.registrations.skills().map((skill) => skill.candidate),
      ...contributions.flatMap(({ answer }) => answer?.candidates ?? []),
    ]
    const isComplete = contributions.every((contribution) => contribution.isComplete)
    return { revision, contributions, isComplete, ...resolve(candidates) }
  }

  /** For registrations that change too often to wait for: what is left of the last collection, as something incomplete. */
  private withoutRemoved({ revision, contributions }: Snapshot): Snapshot {
    const left = contributions.filter(({ registration }) => !registration.removed.aborted)
    return { ...this.makeSnapshot(revision, left), isComplete: false }
  }

  /** Asks the owner of a skill for the whole of it. Undefined when it is gone, has another name or has no provider now. */
  private async load(
    { name, provider, timeoutMs, removed }: ProviderRegistration,
    candidate: SkillCandidate,
    { cwd, signal }: Lookup,
  ): Promise<SkillDefinition | undefined> {
    const outcome = await withTimeout({
      run: (ownSignal) => provider.get(candidate, Object.freeze({ cwd, signal: ownSignal })),
      timeoutMs: Math.min(GET_TIMEOUT_MS, timeoutMs),
      endedBy: signal ? [signal, removed] : [removed],
    })
    stopIfAborted(signal)
    switch (outcome.kind) {
      case 'ended':
        return undefined
      case 'value': {
        const drop = this.warnOfDrop(name, candidate)
        return hiddenAsListed(readDefinition(outcome.value, name, candidate.name, drop), candidate)
      }
      case 'failed':
      case 'timeout': {
        const { reason } = outcome
        const message = `Skill "${candidate.name}" could not be loaded now: ${describeReason(reason)}`
        throw new SkillLoadError({ skill: candidate.name, provider: name, message, cause: reason })
      }
    }
  }

  /** One warning for each provider that failed, however many callers share the answer, and for each new problem. */
  private report(snapshot: Snapshot): Snapshot {
    if (this.reported.has(snapshot)) return snapshot
    this.reported.add(snapshot)
    for (const { report, answer } of snapshot.contributions) {
      if (report.state !== 'ok') this.warn(providerWarning(report))
      for (const problem of answer?.problems ?? []) this.warnOnce(problem)
    }
    return snapshot
  }

  private warnOnce(problem: SkillProblem): void {
    if (problem.severity === 'note') return
    const line = problemWarning(problem)
    if (this.told.get(line) === undefined) this.warn(line, problem)
    this.told.set(line, true)
  }

  private warnOfDrop(provider: string, { name, path }: Partial<SkillCandidate> = {}): Drop {
    const about = { provider, ...(name !== undefined && { skill: name }), ...(path !== undefined && { path }) }
    return (field, complaint) => this.warnOnce(fieldDropped({ ...about, field, complaint }))
  }
}

/** Fails closed: who sees only the definition must not show to the model what the listing keeps from it. */
function hiddenAsListed(
  definition: SkillDefinition | undefined,
  { disableModelInvocation }: SkillCandidate,
): SkillDefinition | undefined {
  if (definition === undefined || disableModelInvocation !== true) return definition
  return Object.freeze({ ...definition, disableModelInvocation })
}
