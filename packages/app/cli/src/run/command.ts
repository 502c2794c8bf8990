import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Session, SessionService } from '@deepseek-ai/dsh-session'
import type { Invocation } from '../command.ts'
import { type CommandIo, EXIT } from '../command-io.ts'
import { chooseModel } from '../model-choice.ts'
import { mountAgent } from '../mount-agent.ts'
import { UsageError } from '../usage-error.ts'
import { workingFolder } from '../working-folder.ts'
import { jsonDisplay } from './json-display.ts'
import type { RunDisplay } from './display.ts'
import { textDisplay } from './text-display.ts'

/** `dsh run`: one turn. Exits with 0 only when the turn completed. */
export async function run({ options, operands }: Invocation, io: CommandIo): Promise<number> {
  const prompt = checkedPrompt(operands[0] ?? '')
  const folder = workingFolder(options['cwd'], io.cwd)
  const choice = chooseModel({
    offline: options['offline'] === true,
    model: textOption(options['model']),
    baseUrl: textOption(options['base-url']),
    env: io.env,
  })
  const display = options['json'] === true ? jsonDisplay(io) : textDisplay(io)
  const { ctx, dispose } = await mountAgent(io, choice, (line) => display.warning(line))
  try {
    const session = openSession(ctx.sessions, folder, textOption(options['resume']), options['cwd'] !== undefined)
    display.start(session, choice)
    display.inspection(await ctx.skills.inspect({ cwd: session.cwd, signal: io.signal }))
    const agent = ctx.agents.create({
      session,
      model: { adapter: choice.adapter, model: choice.model },
      requestPermission: (request) => Promise.resolve(request.kind === 'read' && options['allow-read'] === true),
    })
    return await runTurn(agent, prompt, display, io)
  } finally {
    await dispose()
  }
}

async function runTurn(agent: Agent, prompt: string, display: RunDisplay, io: CommandIo): Promise<number> {
  const stop = agent.subscribe((event) => display.event(event))
  const result = await agent.prompt(prompt, { signal: io.signal })
  stop()
  display.result(result, agent.session)
  if (result.status === 'completed') return EXIT.ok
  return result.status === 'cancelled' ? EXIT.interrupted : EXIT.failed
}

function openSession(sessions: SessionService, cwd: string, id: string | undefined, hasCwd: boolean): Session {
  if (id === undefined) return sessions.create({ cwd })
  const session = sessions.resume(id)
  if (!hasCwd || session.cwd === cwd) return session
  session.close()
  throw new UsageError(`session ${id} belongs to ${session.cwd}`, 'leave out --cwd, or start a new session there')
}

function checkedPrompt(prompt: string): string {
  if (prompt.trim() === '') throw new UsageError('the prompt is empty', 'for example: dsh run "What does this do?"')
  if (/^\s*\/skill:/.test(prompt)) {
    throw new UsageError('a prompt cannot start with /skill: here', 'ask in your own words; the model loads the skill')
  }
  return prompt
}

function textOption(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
