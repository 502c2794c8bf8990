// A whole host: each line of input is one turn, the answer goes to output as it comes.
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Context } from '@deepseek-ai/cordis'
import type { AgentEvent, ModelChoice } from '@deepseek-ai/dsh-agent'
import { problemLine, resolvePrompt, SkillWatch, ToldSkills } from '@deepseek-ai/dsh-host-kit'
import type {} from '@deepseek-ai/dsh-session'

export interface LineHostOptions {
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  /** Absolute. */
  readonly cwd: string
  readonly model: ModelChoice
  /** Lets the agent read files outside of the working folder. Nothing else that asks is allowed. */
  readonly allowsReading: boolean
  /** Folder for what the user was told about the skills of projects. */
  readonly toldDirectory?: string
  readonly signal: AbortSignal
}

/** Runs until the input ends, a turn fails or the signal fires. Resolves to the exit code. Who calls listens to the streams' `error`. */
export async function runLineHost(ctx: Context, options: LineHostOptions): Promise<number> {
  const { input, output, errors, cwd, model, allowsReading, toldDirectory, signal } = options
  const agent = ctx.agents.create({
    session: ctx.sessions.create({ cwd }),
    model,
    requestPermission: ({ kind }) => Promise.resolve(kind === 'read' && allowsReading ? 'once' : 'refused'),
  })
  const tell = (line: string): void => void errors.write(`${line}\n`)
  const watch = new SkillWatch(ctx, {
    cwd,
    listCall: 'dsh skills list',
    told: new ToldSkills(toldDirectory),
    audience: { note: tell, warning: tell, problems: (problems) => problems.map(problemLine).forEach(tell) },
  })
  const stop = agent.subscribe((event) => show(event, output, errors))
  let code = 0
  try {
    await watch.look(signal)
    for await (const line of createInterface({ input, signal })) {
      if (line.trim() === '') continue
      await watch.beforeTurn(signal)
      const resolved = await resolvePrompt(ctx, line, { cwd, signal })
      if (resolved.kind === 'refused') {
        tell(resolved.message)
        code = 1
        continue
      }
      const { text, skill } = resolved.prompt
      const { status, error } = await agent.prompt(text, { signal, skill })
      output.write('\n')
      if (status === 'completed') continue
      tell(`turn ${status}${error === undefined ? '' : `: ${error}`}`)
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
