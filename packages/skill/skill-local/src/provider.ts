import { symbols } from '@deepseek-ai/cordis'
import { LocalFileService, type FileService } from '@deepseek-ai/dsh-fs'
import type {
  SkillCandidate,
  SkillCollection,
  SkillDefinition,
  SkillLookupOptions,
  SkillProvider,
} from '@deepseek-ai/dsh-skill'
import type { Tolerance } from '@deepseek-ai/dsh-skill-format'
import { PROVIDER_NAME } from './candidate.ts'
import type { SkillFiles } from './files.ts'
import { findSkills } from './find-skills.ts'
import { HeadMemory } from './head-memory.ts'
import type { Homes } from './homes.ts'
import { loadSkill } from './load-skill.ts'
import { findProject } from './project.ts'
import { planRoots } from './roots.ts'
import { filesOfService } from './service-files.ts'

export interface LocalProviderOptions {
  readonly homes: Homes
  readonly tolerance: Tolerance
  readonly projectLinks: 'follow' | 'inside'
  /** The file service to use, asked at each call; the files of this machine where it gives none. */
  readonly fileService?: () => FileService | undefined
}

/** The provider `local`: skills in folders of the project, in custom folders and in those of the user. */
export class LocalSkillProvider implements SkillProvider {
  readonly name = PROVIDER_NAME
  private readonly options: LocalProviderOptions
  private readonly localFiles = new LocalFileService()
  /** By file service: what one has read says nothing about the files of another. */
  private readonly memories = new WeakMap<object, HeadMemory>()

  constructor(options: LocalProviderOptions) {
    this.options = options
  }

  async list({ cwd, signal }: SkillLookupOptions): Promise<SkillCollection> {
    signal?.throwIfAborted()
    const { homes, tolerance, projectLinks } = this.options
    const { files, memory } = this.openFiles()
    const search = await findProject(files, cwd, signal)
    const roots = planRoots(files, homes, search.project)
    return findSkills({ files, roots, search, tolerance, projectLinks, memory, signal })
  }

  async get(candidate: SkillCandidate, { signal }: SkillLookupOptions): Promise<SkillDefinition | undefined> {
    signal?.throwIfAborted()
    return loadSkill(this.openFiles().files, candidate, { tolerance: this.options.tolerance, signal })
  }

  private openFiles(): { readonly files: SkillFiles; readonly memory: HeadMemory } {
    const service = this.options.fileService?.() ?? this.localFiles
    const files = filesOfService(service, { checksEveryLink: this.options.projectLinks === 'inside' })
    // Cordis hands a service out as a new proxy each time; this is the service itself.
    const identity: object = Reflect.get(service, symbols.original) ?? service
    const memory = this.memories.get(identity) ?? new HeadMemory()
    this.memories.set(identity, memory)
    return { files, memory }
  }
}
