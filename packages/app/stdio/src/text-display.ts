import type { AgentEvent } from '@deepseek-ai/dsh-agent'
import { problemLine, visibleLine, visibleText } from '@deepseek-ai/dsh-host-kit/text'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import type { Display } from './display.ts'
import { flushBoth, Outlet, type OutputStream } from './outlet.ts'

export interface TextDisplayOptions {
  readonly output: OutputStream
  readonly errors: OutputStream
  /** What a person types to go on with a session. */
  readonly resumeCall: (sessionId: string) => string
}

/** Answers on `output`, word for word unless a terminal reads them; all else on `errors`. */
export function textDisplay({ output, errors, resumeCall }: TextDisplayOptions): Display {
  const answers = new Outlet(output)
  const rest = new Outlet(errors)
  const tell = (text: string): void => rest.write(`${text}\n`)
  return {
    start({ session, model, modelNotice }) {
      tell(visibleLine(`session ${session.id} in ${session.cwd}`))
      tell(visibleLine(modelNotice ?? `model ${model.model}`))
    },
    inspection({ problems }) {
      for (const problem of problems) tell(problemLine(problem))
    },
    event: (event) => tellEvent(event, tell),
    note: (line) => tell(visibleLine(line)),
    warning: (line) => tell(visibleLine(line)),
    refusal: ({ line, message }) => tell(visibleLine(`line ${line}: ${message}`)),
    result({ status, answer, error }) {
      if (status === 'completed') answers.write(`${answers.isTerminal ? visibleText(answer) : answer}\n`)
      else {
        if (answer !== '') tell(section('unfinished answer', answer))
        tell(visibleText(error === undefined ? `turn ${status}` : `turn ${status}: ${error}`))
      }
    },
    end(session) {
      if (session.isKept) tell(`go on with: ${resumeCall(session.id)}`)
    },
    flush: (signal) => flushBoth(answers, rest, signal),
  }
}

function tellEvent(event: AgentEvent, tell: (line: string) => void): void {
  switch (event.type) {
    case 'session':
      tellSessionEvent(event.event, tell)
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

function tellSessionEvent(event: SessionEvent, tell: (line: string) => void): void {
  switch (event.type) {
    case 'request/header':
      for (const message of event.prefix)
        tell(section(`sent in front of the conversation (${event.reason})`, message.content))
      return
    case 'user/message':
      tell(section(event.skill === undefined ? 'user' : `user (/skill:${event.skill.name}), sent as`, event.content))
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

function section(title: string, text: string): string {
  const body = visibleText(text)
    .split('\n')
    .map((line) => `  │ ${line}`.trimEnd())
  return [`${title}:`, ...body].join('\n')
}
