import { collect, type Contribution } from './collect.ts'
import { readLookup, type Lookup } from './lookup.ts'
import type { Members } from './members.ts'
import { stopIfAborted, toLine } from './reason.ts'
import { RecentValues } from './recent.ts'
import { resolve, type Resolution } from './resolve.ts'
import type { SkillRegistryLookupOptions } from './shapes.ts'
import { SharedWork } from './shared-work.ts'

/** How often one lookup starts over because providers or runtime skills came or went meanwhile. */
const RESTARTS_MAX_COUNT = 2

/** Everything that was collected for one cwd, and what became of it. */
export interface Catalog {
  /** Revision of the members that it was collected from. */
  readonly revision: number
  readonly contributions: readonly Contribution[]
  readonly resolution: Resolution
  /** False: to be collected again at the next lookup. */
  readonly isComplete: boolean
}

interface Collection {
  readonly work: SharedWork<Catalog>
  readonly revision: number
  /** Rises with each collection. A later one knows better. */
  readonly order: number
  /** False when contributions of an incomplete catalog are taken over. */
  readonly asksAll: boolean
}

interface Remembered {
  readonly catalog: Catalog
  readonly order: number
}

/**
 * One catalog per cwd: collected when it is asked for, shared while it is being collected, remembered when it is
 * complete. Of an incomplete one only the good contributions are remembered, so that the next lookup asks just the
 * other providers. Call `forget` in the same tick as the members change.
 */
export class Catalogs {
  private readonly members: Members
  private readonly warn: (message: string) => void
  private readonly remembered: RecentValues<string | undefined, Remembered>
  /** The collection that a lookup of that cwd joins: the one that was begun last. */
  private readonly running = new Map<string | undefined, Collection>()
  private readonly reported = new WeakSet<Catalog>()
  private collections = 0

  constructor(members: Members, maxEntries: number, warn: (message: string) => void) {
    this.members = members
    this.warn = warn
    this.remembered = new RecentValues(maxEntries)
  }

  /**
   * Finds the catalog and takes out of it what the caller needs, in the very tick in which it is known to hold.
   * Rejects with `SkillContractError`, with TypeError for a bad cwd, and with the caller's reason on abort.
   */
  async read<T>(
    options: SkillRegistryLookupOptions | undefined,
    take: (catalog: Catalog, lookup: Lookup) => T,
  ): Promise<T> {
    const lookup = readLookup(options)
    const { cwd, signal, refresh } = lookup
    for (let restarts = 0; ; restarts += 1) {
      stopIfAborted(signal)
      // A collection of a restart began after this call, so even a refresh may take what is there by then.
      const mustAsk = refresh && restarts === 0
      const known = this.remembered.get(cwd)
      if (known?.catalog.isComplete && !mustAsk) return take(known.catalog, lookup)
      const { work } = this.joinable(cwd, mustAsk) ?? this.begin(cwd, mustAsk ? undefined : known?.catalog)
      const catalog = await work.join(signal)
      if (catalog.revision === this.members.revision) return take(this.reportOnce(catalog), lookup)
      if (restarts === RESTARTS_MAX_COUNT) return take(this.reportOnce(this.withoutLeavers(catalog)), lookup)
    }
  }

  forget(): void {
    this.remembered.clear()
  }

  private joinable(cwd: string | undefined, mustAsk: boolean): Collection | undefined {
    const collection = this.running.get(cwd)
    if (collection?.revision !== this.members.revision) return undefined
    if (mustAsk && (!collection.asksAll || collection.work.isStarted)) return undefined
    return collection
  }

  private begin(cwd: string | undefined, previous: Catalog | undefined): Collection {
    const revision = this.members.revision
    const members = this.members.providers()
    const kept = previous?.contributions.filter((contribution) => contribution.isComplete) ?? []
    this.collections += 1
    const order = this.collections
    const work = new SharedWork<Catalog>(
      async (signal) => {
        const contributions = await collect({ members, kept, cwd, signal })
        const catalog = this.makeCatalog(revision, contributions)
        if (revision === this.members.revision) this.remember(cwd, catalog, order)
        return catalog
      },
      () => {
        if (this.running.get(cwd) === collection) this.running.delete(cwd)
      },
    )
    const collection: Collection = { work, revision, order, asksAll: kept.length === 0 }
    this.running.set(cwd, collection)
    return collection
  }

  private remember(cwd: string | undefined, catalog: Catalog, order: number): void {
    const known = this.remembered.get(cwd)
    if (!known || known.order < order) this.remembered.set(cwd, { catalog, order })
  }

  private makeCatalog(revision: number, contributions: readonly Contribution[]): Catalog {
    const candidates = [
      ...this.members.skills().map((skill) => skill.candidate),
      ...contributions.flatMap(({ answer }) => answer?.candidates ?? []),
    ]
    const isComplete = contributions.every((contribution) => contribution.isComplete)
    return { revision, contributions, resolution: resolve(candidates), isComplete }
  }

  /** For members that change too often to wait for: what is left of the last collection, as something incomplete. */
  private withoutLeavers({ revision, contributions }: Catalog): Catalog {
    const left = contributions.filter(({ member }) => !member.gone.aborted)
    return { ...this.makeCatalog(revision, left), isComplete: false }
  }

  /** One warning for each provider that failed, however many callers share the answer. */
  private reportOnce(catalog: Catalog): Catalog {
    if (this.reported.has(catalog)) return catalog
    this.reported.add(catalog)
    for (const { report } of catalog.contributions) {
      if (report.error === undefined) continue
      this.warn(`Skill provider "${toLine(report.name)}" was left out: ${report.error}`)
    }
    return catalog
  }
}
