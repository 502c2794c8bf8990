import { isAbsolute, resolve } from 'node:path'
import { RequestError } from '@agentclientprotocol/sdk'
import { fieldsOf } from './fields.ts'
import { promptText } from './prompt-text.ts'

// Read here and not by the library's schemas: they read a list to its end, however long and wrong it is, and their
// complaints are data for programs, where an editor shows its user the message.

export interface NewSessionParams {
  /** Absolute. */
  readonly cwd: string
  /** How many MCP servers the client would like to see used. */
  readonly mcpServerCount: number
}

export interface KnownSessionParams extends NewSessionParams {
  readonly sessionId: string
}

export interface PromptParams {
  readonly sessionId: string
  readonly text: string
}

/** Params of `session/new`. A client that names no folder gets `defaultCwd`, if there is one. */
export function newSessionParams(params: unknown, defaultCwd: string | undefined): NewSessionParams {
  const { cwd = defaultCwd, mcpServers } = fieldsOf(params)
  return { cwd: absoluteCwd(cwd), mcpServerCount: Array.isArray(mcpServers) ? mcpServers.length : 0 }
}

/** Params of `session/load` and `session/resume`. */
export function knownSessionParams(params: unknown, defaultCwd: string | undefined): KnownSessionParams {
  return { ...newSessionParams(params, defaultCwd), sessionId: sessionIdOf(params) }
}

/** Params of `session/list`. There is one page, so no client has a cursor. */
export function listParams(params: unknown): { readonly cwd: string | undefined } {
  const { cwd, cursor } = fieldsOf(params)
  if (cursor !== undefined && cursor !== null)
    throw invalidParams('there is no page behind the first one: leave cursor out')
  if (cwd === undefined || cwd === null) return { cwd: undefined }
  return { cwd: absoluteCwd(cwd) }
}

export function promptParams(params: unknown): PromptParams {
  const text = promptText(fieldsOf(params)['prompt'])
  if (text.trim() === '') throw invalidParams('the prompt is empty')
  return { sessionId: sessionIdOf(params), text }
}

function absoluteCwd(cwd: unknown): string {
  if (cwd === undefined || cwd === '') throw invalidParams('cwd, the folder to work in, is missing')
  if (typeof cwd !== 'string' || !isAbsolute(cwd) || cwd.includes('\0'))
    throw invalidParams('cwd must be an absolute path')
  return resolve(cwd)
}

/** The `sessionId` among `params`. */
export function sessionIdOf(params: unknown): string {
  const { sessionId } = fieldsOf(params)
  if (typeof sessionId !== 'string') throw invalidParams('sessionId is missing')
  return sessionId
}

/** The error of a request whose parameters do not fit, with a reason that a person can read. */
export function invalidParams(reason: string): RequestError {
  return RequestError.invalidParams(undefined, reason)
}
