import { type SkillDefinition, SkillLoadError, type SkillRegistry } from '@deepseek-ai/dsh-skill'
import { type LinkFollower, loadedSkill, loadNotices, renderSkillContent } from '@deepseek-ai/dsh-tool-skill'
import { emptyLine, failedLoad, invalidName, skillTurn, unknownName } from './messages.ts'
import { parseSkillLine } from './skill-line.ts'
import { suggestSkillName } from './suggest.ts'

export interface ResolveOptions {
  /** Absolute working folder of the session. */
  readonly cwd: string
  readonly signal?: AbortSignal | undefined
  /** The file service, where there is one: it knows the real path of a skill's folder. */
  readonly files?: LinkFollower | undefined
}

/** What a host does with a prompt. */
export type ResolvedLine =
  /** Sends it as it is. */
  | { readonly kind: 'prose' }
  /** Sends `text` in its place, and hands `skill` to the agent with it. */
  | {
      readonly kind: 'turn'
      readonly text: string
      readonly definition: SkillDefinition
      readonly skill: {
        readonly name: string
        /** The prompt as typed. */
        readonly typed: string
        /** Real path of the skill's folder, if it lies in one. */
        readonly folder?: string
        /** What the user should know of the skill, one line each. */
        readonly notices?: readonly string[]
      }
    }
  /** Sends nothing and shows `message`: what is wrong, then what to do. `suggestion` is the name that may have been meant. */
  | { readonly kind: 'refused'; readonly message: string; readonly suggestion?: string }

type Skills = Pick<SkillRegistry, 'get' | 'inspect'>

/**
 * Makes a user turn of a prompt that starts with `/skill:`, from what is there now; any other prompt is prose. A skill
 * that is hidden from the model may be started here. Rejects with the signal's reason on abort, and with
 * `SkillContractError` when a provider breaks its interface; whatever else goes wrong is a refusal.
 */
export async function resolveSkillLine(skills: Skills, text: string, options: ResolveOptions): Promise<ResolvedLine> {
  const line = parseSkillLine(text)
  switch (line.kind) {
    case 'prose':
      return line
    case 'empty':
      return { kind: 'refused', message: emptyLine(await namesOf(skills, options)) }
    case 'invalid': {
      const names = await namesOf(skills, options)
      const suggestion = suggestSkillName(line.typed, names)
      return refused(invalidName(suggestion, names), suggestion)
    }
    case 'command':
      return await startSkill(skills, { ...line, typed: text }, options)
  }
}

interface Command {
  readonly name: string
  readonly instructions: string
  readonly typed: string
}

async function startSkill(
  skills: Skills,
  { name, instructions, typed }: Command,
  { cwd, signal, files }: ResolveOptions,
): Promise<ResolvedLine> {
  let definition: SkillDefinition | undefined
  try {
    definition = await skills.get(name, { cwd, signal, refresh: true })
  } catch (error) {
    if (!(error instanceof SkillLoadError)) throw error
    return refused(failedLoad(error.message))
  }
  if (!definition) return await refuseUnknown(skills, name, { cwd, signal })
  const skill = await loadedSkill(definition, files, signal)
  const notices = await loadNotices(skills, definition, { cwd, signal })
  signal?.throwIfAborted()
  return {
    kind: 'turn',
    text: skillTurn(name, renderSkillContent(definition), instructions),
    definition,
    skill: { ...skill, typed, ...(notices.length > 0 && { notices }) },
  }
}

async function refuseUnknown(skills: Skills, name: string, options: ResolveOptions): Promise<ResolvedLine> {
  const { winners, problems, complete } = await skills.inspect(options)
  const names = winners.map((winner) => winner.name)
  const suggestion = suggestSkillName(name, names)
  const problem = problems.find(({ skill, severity }) => skill === name && severity === 'error')
  return refused(unknownName(name, { problem, suggestion, names, isComplete: complete }), suggestion)
}

async function namesOf(skills: Skills, { cwd, signal }: ResolveOptions): Promise<readonly string[]> {
  const { winners } = await skills.inspect({ cwd, signal, refresh: true })
  return winners.map(({ name }) => name)
}

function refused(message: string, suggestion?: string): ResolvedLine {
  return { kind: 'refused', message, ...(suggestion !== undefined && { suggestion }) }
}
