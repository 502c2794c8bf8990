import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Context } from '@deepseek-ai/cordis'
import * as agent from '@deepseek-ai/dsh-agent'
import * as llm from '@deepseek-ai/dsh-llm'
import * as session from '@deepseek-ai/dsh-session'
import * as skill from '@deepseek-ai/dsh-skill'
import { scriptedModel, type ScriptedModel } from '@deepseek-ai/dsh-testkit'
import * as tools from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import { type Display, type LinesOptions, type OutputStream, runLines, textDisplay } from '../src/index.ts'

export interface Host {
  readonly ctx: Context
  readonly input: PassThrough
  readonly output: PassThrough
  readonly errors: PassThrough
  /** All that goes to `output`, once it is read. */
  readonly answers: Promise<string>
  readonly notices: Promise<string>
  readonly options: LinesOptions
  readonly controller: AbortController
  /** What Ctrl-C does; undefined while nobody listens. */
  interrupt: (() => boolean) | undefined
  run(more?: Partial<LinesOptions>): Promise<session.TurnStatus>
}

export interface HostOptions {
  readonly isTTY?: boolean
  readonly isRead?: boolean
  readonly display?: (streams: { readonly output: OutputStream; readonly errors: OutputStream }) => Display
}

/** A host over pipes and a scripted model, ready to run. Both ends are closed when it is done. */
export async function openHost(
  model: Parameters<typeof scriptedModel>[0],
  settings: HostOptions = {},
): Promise<Host & { readonly model: ScriptedModel }> {
  const {
    isTTY = false,
    isRead = true,
    display = (streams) => textDisplay({ ...streams, resumeCall: (id) => `again ${id}` }),
  } = settings
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  for (const plugin of [llm, tools, session, agent, skill]) await ctx.plugin(plugin)
  const adapter = scriptedModel(model)
  ctx.llm.register(adapter)
  const [input, output, errors] = [new PassThrough(), new PassThrough({ highWaterMark: 16 }), new PassThrough()]
  Object.assign(output, { isTTY })
  const controller = new AbortController()
  const host: Host & { readonly model: ScriptedModel } = {
    ctx,
    input,
    output,
    errors,
    answers: isRead ? text(output) : Promise.resolve(''),
    notices: text(errors),
    controller,
    model: adapter,
    interrupt: undefined,
    options: {
      session: ctx.sessions.create({ cwd: '/' }),
      model: { adapter: adapter.name, model: 'small' },
      display: display({ output, errors }),
      allowedKinds: [],
      signal: controller.signal,
      input,
      onInterrupt(interrupt) {
        host.interrupt = interrupt
        return () => (host.interrupt = undefined)
      },
    },
    async run(more) {
      try {
        return await runLines(ctx, { ...host.options, ...more })
      } finally {
        output.end()
        errors.end()
      }
    },
  }
  return host
}
