import { type FileService, findSimilarPath } from '@deepseek-ai/dsh-fs'
import { excerpt, placeOf, type Tool, type ToolContext, type ToolResult, type ToolScope } from '@deepseek-ai/dsh-tools'
import { escapeMarkup, frame } from '@deepseek-ai/dsh-tools/frame'
import { z } from 'zod'
import { describeFailure } from './failure.ts'
import {
  FRAME_TAG,
  holdsNul,
  LIMIT_DESCRIPTION,
  notAllowed,
  OFFSET_DESCRIPTION,
  PATH_DESCRIPTION,
  TOOL_DESCRIPTION,
} from './messages.ts'
import { pageOf } from './page.ts'
import { readText } from './read-text.ts'

const Input = z.strictObject({
  path: z.string().min(1, 'must name a file').describe(PATH_DESCRIPTION),
  offset: z.int().min(1).optional().describe(OFFSET_DESCRIPTION),
  limit: z.int().min(1).optional().describe(LIMIT_DESCRIPTION),
})

type ReadInput = z.output<typeof Input>

/** The `read` tool over a file service. Each path is asked for; what is open needs no answer. */
export function createReadTool(fs: FileService): Tool<typeof Input> {
  return {
    name: 'read',
    description: TOOL_DESCRIPTION,
    kind: 'read',
    input: Input,
    title,
    locations: ({ path }, scope) => [resolvePath(fs, path, scope)],
    async execute(input, context) {
      try {
        return await read(fs, input, context)
      } catch (error) {
        const complaint = context.signal.aborted ? undefined : describeFailure(input.path, error)
        if (complaint === undefined) throw error
        return { content: complaint, isError: true }
      }
    },
  }
}

async function read(fs: FileService, input: ReadInput, context: ToolContext): Promise<ToolResult> {
  const { signal } = context
  if (input.path.includes('\0')) return { content: holdsNul(input.path), isError: true }
  const path = await findSimilarPath(fs, resolvePath(fs, input.path, context), { signal })
  const { target } = await placeOf(fs, path, signal)
  const isAllowed = await context.requestPermission({ kind: 'read', title: title(input), target })
  if (!isAllowed) return { content: notAllowed(input.path), isError: true }
  const outcome = await readText(fs, target, input.path, signal)
  if (!outcome.isText) return { content: outcome.complaint, isError: true }
  const page = pageOf(outcome.text, input)
  if (!page.isShown) return { content: page.complaint, isError: true }
  const file = frame(FRAME_TAG, page.text, `path="${escapeMarkup(excerpt(input.path, 300))}"`)
  return { content: page.mark === undefined ? file : `${file}\n${page.mark}` }
}

/** `~` is the home folder, as in a shell. A folder of that name is `./~`. */
function resolvePath(fs: FileService, path: string, { cwd, home }: ToolScope): string {
  return path === '~' || path.startsWith('~/') ? fs.resolve(`.${path.slice(1)}`, home) : fs.resolve(path, cwd)
}

function title({ path, offset, limit }: ReadInput): string {
  const name = `Read ${excerpt(path)}`
  if (offset === undefined && limit === undefined) return name
  const first = offset ?? 1
  return limit === undefined ? `${name} from line ${first}` : `${name}, lines ${first} to ${first + limit - 1}`
}
