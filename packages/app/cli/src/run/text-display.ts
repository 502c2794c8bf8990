import type { AgentEvent } from '@deepseek-ai/dsh-agent'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import type { CommandIo } from '../command-io.ts'
import { problemLine } from '../problem-line.ts'
import { visibleLine, visibleText } from '../visible-text.ts'
import type { RunDisplay } from './display.ts'

/** The answer on stdout, word for word unless a terminal reads it; all else on stderr. */
export function textDisplay(io: CommandIo): RunDisplay {
  const tell = (line: string): void => {
    io.stderr.write(`${line}\n`)
  }
  return {
    start(session, choice) {
      tell(visibleLine(`session ${session.id} in ${session.cwd}`))
      if (choice.adapter === 'offline') tell(offlineNotice(choice.reason))
      else tell(visibleLine(`model ${choice.model}`))
    },
    inspection({ problems }) {
      for (const problem of problems) if (problem.severity !== 'note') tell(problemLine(problem))
    },
    event: (event) => tellEvent(event, tell),
    warning: (line) => tell(visibleLine(line)),
    result({ status, answer, error }, session) {
      if (status === 'completed') io.stdout.write(`${io.stdout.isTTY ? visibleText(answer) : answer}\n`)
      else {
        if (answer !== '') tell(section('unfinished answer', answer))
        tell(visibleText(error === undefined ? `turn ${status}` : `turn ${status}: ${error}`))
      }
      tell(`go on with: dsh run --resume ${session.id} "…"`)
    },
  }
}

function offlineNotice(reason: 'asked' | 'no-key'): string {
  const why = reason === 'asked' ? 'as asked' : 'no key in DEEPSEEK_API_KEY or DSH_API_KEY'
  return `offline responder (${why}): it picks a skill by its words and shows it; it is no language model`
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
      tell(section('user', event.content))
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
