// A whole host: each line of input is one turn, the answer goes to output as it comes.
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import type { AgentEvent, ModelChoice } from '@deepseek-ai/dsh-agent'
import type {} from '@deepseek-ai/dsh-session'
import { resolveSkillLine } from '@deepseek-ai/dsh-skill-command'

export interface LineHostOptions {
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  /** Absolute. */
  readonly cwd: string
  readonly model: ModelChoice
  /** Lets the agent read files outside of the working folder. Nothing else that asks is allowed. */
  readonly allowsReading: boolean
  readonly signal: AbortSignal
}

/** Runs until the input ends, a turn fails or the signal fires. Resolves to the exit code. Who calls listens to the streams' `error`. */
export async function runLineHost(ctx: Context, options: LineHostOptions): Promise<number> {
  const { input, output, errors, cwd, model, allowsReading, signal } = options
  const agent = ctx.agents.create({
    session: ctx.sessions.create({ cwd }),
    model,
    requestPermission: ({ kind }) => Promise.resolve(kind === 'read' && allowsReading ? 'once' : 'refused'),
  })
  const stop = agent.subscribe((event) => show(event, output, errors))
  let code = 0
  try {
    const { problems } = await ctx.skills.inspect({ cwd, signal, refresh: true })
    for (const { path, message, hint } of problems) errors.write(`${path}: ${message} ${hint}\n`)
    for await (const line of createInterface({ input, signal })) {
      if (line.trim() === '') continue
      const prompt = await resolveSkillLine(ctx.skills, line, { cwd, signal, files: ctx.get('fs') })
      if (prompt.kind === 'refused') {
        errors.write(`${prompt.message}\n`)
        code = 1
        continue
      }
      const { text, skill } = prompt.kind === 'turn' ? prompt : { text: line, skill: undefined }
      const { status, error } = await agent.prompt(text, { signal, skill })
      output.write('\n')
      if (status === 'completed') continue
      errors.write(`turn ${status}${error === undefined ? '' : `: ${error}`}\n`)
      return status === 'cancelled' ? 130 : 1
    }
    return signal.aborted ? 130 : code
  } catch (error) {
    if (signal.aborted) return 130
    throw error
  } finally {
    stop()
    await agent.dispose()
  }
}

function show(event: AgentEvent, output: Writable, errors: Writable): void {
  switch (event.type) {
    case 'text':
      output.write(event.text) // As it is. Before a terminal, make escapes visible.
      return
    case 'tool/start':
      errors.write(`→ ${event.toolName}: ${event.title}\n`)
      return
    case 'retry':
      errors.write(`retry in ${event.delayMs} ms: ${event.message}\n`)
      return
    case 'session':
      if (event.event.type === 'notice') errors.write(`${event.event.message}\n`)
      return
    case 'reasoning':
      return
  }
}
