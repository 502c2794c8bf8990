import { Context } from '@deepseek-ai/cordis'
import * as llm from '@deepseek-ai/dsh-llm'
import type { Message, ModelAdapter } from '@deepseek-ai/dsh-llm'
import * as sessions from '@deepseek-ai/dsh-session'
import type { Session, SessionEvent } from '@deepseek-ai/dsh-session'
import * as tools from '@deepseek-ai/dsh-tools'
import type { Tool } from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Agent, AgentOptions } from '../src/index.ts'
import * as agents from '../src/index.ts'

export interface MountOptions {
  readonly directory?: string
  readonly maxStepsPerTurn?: number
  /** Taken in place of the plugin's own. */
  readonly sessions?: sessions.SessionService
}

/** A context with the agent floor in it; gone when the test ends. */
export async function mount(adapter: ModelAdapter, options: MountOptions = {}): Promise<Context> {
  const { directory, maxStepsPerTurn } = options
  const ctx = new Context()
  await ctx.plugin(llm)
  await ctx.plugin(tools)
  if (options.sessions) ctx.provide('sessions', options.sessions)
  else await ctx.plugin(sessions, directory === undefined ? {} : { directory })
  await ctx.plugin(agents, maxStepsPerTurn === undefined ? {} : { maxStepsPerTurn })
  ctx.llm.register(adapter)
  onTestFinished(() => ctx.fiber.dispose())
  return ctx
}

const model = { adapter: 'scripted', model: 'small' }

/** An agent over a new session in `/work`, or over the one that is given. */
export function agentOf(ctx: Context, options: Partial<AgentOptions> = {}): Agent {
  return ctx.agents.create({ session: options.session ?? ctx.sessions.create({ cwd: '/work' }), model, ...options })
}

/** Types of the events from number `from` on; a turn's end with its status. */
export function typesOf(session: Session, from = 0): readonly string[] {
  return session.events
    .slice(from)
    .map((event) => (event.type === 'turn/end' ? `${event.type} ${event.status}` : event.type))
}

export function eventsOf<Type extends SessionEvent['type']>(
  session: Session,
  type: Type,
): readonly (SessionEvent & { readonly type: Type })[] {
  return session.events.filter((event): event is SessionEvent & { readonly type: Type } => event.type === type)
}

/** A tool that says what it was given, after `run` if there is one. */
export function echoTool(name = 'echo', run?: Tool['execute']): Tool {
  return {
    name,
    description: `The tool ${name}.`,
    kind: 'other',
    input: z.object({ text: z.string() }),
    title: (input) => `Say ${(input as { text: string }).text}`,
    locations: (input, scope) => [`${scope.cwd}/${(input as { text: string }).text}`],
    execute: run ?? ((input) => Promise.resolve({ content: `echo: ${(input as { text: string }).text}` })),
  }
}

/** What a chat API insists on: results follow their calls at once, one each, and none stands alone. */
export function isValidHistory(messages: readonly Message[]): boolean {
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool' ? !open.delete(message.toolCallId) : open.size > 0) return false
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) open.add(call.id)
  }
  return open.size === 0
}

export function user(content: string): Message {
  return { role: 'user', content }
}

/** What the program's log holds, as text. */
export function loggedLines(ctx: Context): readonly string[] {
  return ctx.logger.buffer.map((message) => message.args.map(String).join(' '))
}
