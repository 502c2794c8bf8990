import type { AgentEvent } from '@deepseek-ai/dsh-agent'
import { estimateTokens, pipedText, problemLine, visibleLine, visibleText } from '@deepseek-ai/dsh-host-kit/text'
import type { RequestHeader, SessionEvent } from '@deepseek-ai/dsh-session'
import type { Display } from './display.ts'
import { flushBoth, Outlet, type OutputStream } from './outlet.ts'

export interface TextDisplayOptions {
  readonly output: OutputStream
  readonly errors: OutputStream
  /** What a person types to go on with a session. */
  readonly resumeCall: (sessionId: string) => string
  /** How much of what goes on is told. `normal` when absent. */
  readonly detail?: Detail | undefined
}

/** `quiet`: the answers, and what went wrong. `normal`: long texts for the model in short. `verbose`: all of it. */
export type Detail = 'quiet' | 'normal' | 'verbose'

/** Lines of a prompt that are shown unless all are asked for. */
const PROMPT_MAX_LINES = 20

type Tell = (text: string) => void

/** Answers on `output`, without control characters; all else on `errors`. */
export function textDisplay({ output, errors, resumeCall, detail = 'normal' }: TextDisplayOptions): Display {
  const answers = new Outlet(output)
  const rest = new Outlet(errors)
  const tell = (text: string): void => rest.write(`${text}\n`)
  const tellMore: Tell = detail === 'quiet' ? () => {} : tell
  let skillCount = 0
  return {
    showsNotes: detail !== 'quiet',
    start({ session, model, modelNotice }) {
      tellMore(visibleLine(`session ${session.id} in ${session.cwd}`))
      tellMore(visibleLine(modelNotice ?? `model ${model.model}`))
    },
    inspection({ problems }) {
      for (const problem of problems) (problem.severity === 'error' ? tell : tellMore)(problemLine(problem))
    },
    skills: (count) => void (skillCount = count),
    event: (event) => tellEvent(event, { tell: tellMore, isVerbose: detail === 'verbose', skillCount }),
    note: (line) => tellMore(visibleLine(line)),
    warning: (line) => tell(visibleLine(line)),
    refusal: ({ line, message }) => tell(visibleLine(`line ${line}: ${message}`)),
    result({ status, answer, error }) {
      if (status === 'completed') answers.write(`${(answers.isTerminal ? visibleText : pipedText)(answer)}\n`)
      else {
        if (answer !== '') tell(section('unfinished answer', answer))
        tell(visibleText(error === undefined ? `turn ${status}` : `turn ${status}: ${error}`))
      }
    },
    end(session) {
      if (session.isKept) tellMore(`go on with: ${resumeCall(session.id)}`)
    },
    flush: (signal) => flushBoth(answers, rest, signal),
  }
}

interface Telling {
  readonly tell: Tell
  readonly isVerbose: boolean
  /** Skills that the model may load. */
  readonly skillCount: number
}

function tellEvent(event: AgentEvent, telling: Telling): void {
  const { tell } = telling
  switch (event.type) {
    case 'session':
      tellSessionEvent(event.event, telling)
      return
    case 'tool/start':
      tell(visibleLine(`→ ${event.toolName}: ${event.title}`))
      return
    case 'retry':
      tell(visibleLine(`retry in ${Math.ceil(event.delayMs / 1000)} s: ${event.message}`))
      return
    case 'text':
    case 'reasoning':
      return // Shown whole, when it is in the log.
  }
}

function tellSessionEvent(event: SessionEvent, { tell, isVerbose, skillCount }: Telling): void {
  switch (event.type) {
    case 'request/header':
      if (!isVerbose && event.prefix.length > 0) tell(catalogLine(event.prefix, skillCount))
      if (!isVerbose) return
      for (const message of event.prefix)
        tell(section(`sent in front of the conversation (${event.reason})`, message.content))
      return
    case 'user/message':
      tell(
        section(
          event.skill === undefined ? 'user' : `user (/skill:${event.skill.name}), sent as`,
          isVerbose ? event.content : shortened(event.content),
        ),
      )
      return
    case 'reminder':
      tell(section('reminder', event.content))
      return
    case 'assistant/message':
      if (event.toolCalls !== undefined && event.content !== '') tell(section('assistant', event.content))
      return
    case 'tool/result':
      tell(section(`${event.toolName} ${event.isError === true ? 'failed' : 'returned'}`, event.content))
      return
    case 'notice':
      tell(visibleLine(`notice: ${event.message}`))
      return
    case 'session/start':
    case 'session/resume':
    case 'request/start':
    case 'root/readable':
    case 'turn/start':
    case 'turn/end':
      return
  }
}

function catalogLine(prefix: RequestHeader['prefix'], skillCount: number): string {
  const tokens = prefix.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return `catalog: ${skillCount} ${skillCount === 1 ? 'skill' : 'skills'}, about ${tokens} tokens (--verbose shows it)`
}

function shortened(text: string): string {
  const lines = text.split('\n')
  const rest = lines.length - PROMPT_MAX_LINES
  return rest <= 0
    ? text
    : `${lines.slice(0, PROMPT_MAX_LINES).join('\n')}\n… ${rest} more lines (--verbose shows them)`
}

function section(title: string, text: string): string {
  const body = visibleText(text)
    .split('\n')
    .map((line) => `  │ ${line}`.trimEnd())
  return [`${title}:`, ...body].join('\n')
}
