import type { FileStamp } from '@deepseek-ai/dsh-fs'
import type { SkillCandidate } from '@deepseek-ai/dsh-skill'
import type { HeaderResult } from '@deepseek-ai/dsh-skill-format'
import type { OpenRoot } from './roots.ts'
import type { Target } from './targets.ts'

/** Most roots that are remembered; the one that was looked at longest ago goes first. */
const ROOTS_MAX_COUNT = 256

/** How long a file must have been left alone for its stamp to prove it unchanged, in ms: the coarsest clock of a file system. */
const SETTLED_AFTER_MS = 2_000

/** What the parser says of a head that was long enough. */
export type HeaderVerdict = Exclude<HeaderResult, { readonly kind: 'more' }>

/** What was read of one file. */
export interface RememberedHead {
  readonly verdict: HeaderVerdict
  /** Stamp of a file that had settled when it was read; undefined when only its text can tell whether it changed. */
  readonly stampKey: string | undefined
  /** The candidate that was listed last for it. */
  listed: SkillCandidate | undefined
}

/**
 * The headers read so far, by root and file, so that the next look parses only what changed. A look that is cut short
 * has not read in vain.
 *
 * It holds no answer: each look lists its folders anew, and asks for the stamp or the text of each file.
 */
export class HeadMemory {
  private readonly roots = new Map<string, Map<string, RememberedHead>>()

  get(target: Target): RememberedHead | undefined {
    return this.roots.get(target.root.path)?.get(target.path)
  }

  set(target: Target, head: RememberedHead): void {
    const heads = this.roots.get(target.root.path) ?? this.addRoot(target.root.path)
    heads.set(target.path, head)
  }

  delete(target: Target): void {
    this.roots.get(target.root.path)?.delete(target.path)
  }

  /** Notes that a whole look at a root found these files, and forgets others. */
  keepOnly(root: OpenRoot, targets: readonly Target[]): void {
    const heads = this.roots.get(root.path)
    if (heads === undefined) return
    if (heads.size > targets.length) {
      const paths = new Set(targets.map(({ path }) => path))
      for (const path of heads.keys()) if (!paths.has(path)) heads.delete(path)
    }
    this.roots.delete(root.path)
    if (heads.size > 0) this.roots.set(root.path, heads)
  }

  private addRoot(path: string): Map<string, RememberedHead> {
    const [oldest] = this.roots.keys()
    if (this.roots.size >= ROOTS_MAX_COUNT && oldest !== undefined) this.roots.delete(oldest)
    const heads = new Map<string, RememberedHead>()
    this.roots.set(path, heads)
    return heads
  }
}

/**
 * What to remember of a head that was read at `readAtMs` or later. A file that changed shortly before may change again
 * within the same tick of its clock, and keep its stamp; so the stamp counts only if the file was at rest by then.
 * With the same verdict as `before`, what was listed holds as well.
 */
export function rememberHead(
  verdict: HeaderVerdict,
  { stamp, readAtMs, before }: { stamp: FileStamp | undefined; readAtMs: number; before: RememberedHead | undefined },
): RememberedHead {
  const isSettled = stamp !== undefined && stamp.changedMs + SETTLED_AFTER_MS < readAtMs
  const listed = before?.verdict === verdict ? before.listed : undefined
  return { verdict, stampKey: isSettled ? stamp.key : undefined, listed }
}
