import type { Context } from '@deepseek-ai/cordis'
import type { InputLine } from '@deepseek-ai/dsh-host-kit'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import type { PromptSource } from './display.ts'
import { isBlank } from './input-line.ts'
import { PromptQueue } from './prompt-queue.ts'
import { readLines } from './read-lines.ts'
import { readRequest } from './request.ts'
import type { LinesOptions } from './run-lines.ts'
import { runTurns, type Turns } from './turns.ts'

/**
 * Like `runLines`, but each line of the input is a request in JSON, as `requestSchema` has it, and is read while turns run.
 * Prompts wait for their turn, in order: up to 100 of them, and 16 Mi UTF-16 units; meanwhile no more is read.
 */
export function runRequests(ctx: Context, options: LinesOptions): Promise<TurnStatus> {
  const { input, signal } = options
  return runTurns(ctx, options, async (turns) => {
    const queue = new PromptQueue()
    const isOver = new AbortController()
    const reading = readRequests(readLines(input, AbortSignal.any([signal, isOver.signal])), queue, turns)
    reading.catch(() => {}) // Heard below, when what came in before is answered.
    try {
      await answer(queue, turns, signal)
    } finally {
      isOver.abort()
      queue.end()
    }
    await reading
    const unsent = queue.take(() => true)
    turns.leave(unsent)
    for (const prompt of unsent) turns.skip(prompt)
  })
}

/** Runs the turns that are asked for. */
async function answer(queue: PromptQueue, turns: Turns, signal: AbortSignal): Promise<void> {
  while ((await queue.ready()) && !signal.aborted) {
    const prompt = queue.takeOldest()
    if (prompt) await turns.run(prompt)
    if (!(await turns.isTaken())) return
  }
}

/** Does what the lines ask for, and ends the queue when they end. */
async function readRequests(
  batches: AsyncIterable<readonly InputLine[]>,
  queue: PromptQueue,
  turns: Turns,
): Promise<void> {
  try {
    for await (const lines of batches) {
      turns.goOn()
      for (const line of lines) {
        if (!isBlank(line) && !(await takeLine(line, queue, turns))) return
      }
    }
  } finally {
    queue.end()
  }
}

/** False: what was said of the line is taken by nobody. Who does not read that is not read from meanwhile, either. */
async function takeLine(line: InputLine, queue: PromptQueue, turns: Turns): Promise<boolean> {
  const { request, fault, id } = readRequest(line)
  const source = { line: line.number, ...(id !== undefined && { id }) }
  if (fault !== undefined) {
    turns.refuse({ ...source, message: fault })
    return turns.isTaken()
  }
  switch (request.type) {
    case 'prompt':
      await queue.room()
      queue.add({ ...source, text: request.text })
      return true
    case 'cancel':
      cancel(source, queue, turns)
      return turns.isTaken()
  }
}

/** Without an id: the turn that runs, else the one that is next. */
function cancel({ line, id }: PromptSource, queue: PromptQueue, turns: Turns): void {
  const isRunning = turns.cancel(id)
  if (isRunning && id === undefined) return
  const waiting = id === undefined ? [queue.takeOldest()] : queue.take((prompt) => prompt.id === id)
  const found = waiting.filter((prompt) => prompt !== undefined)
  for (const prompt of found) turns.skip(prompt)
  if (!isRunning && found.length === 0) turns.warn(`line ${line}: there is nothing to cancel`)
}
