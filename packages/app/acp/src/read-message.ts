import type { AnyMessage, AnyNotification, AnyRequest } from '@agentclientprotocol/sdk'
import type { InputLine } from '@deepseek-ai/dsh-host-kit'
import { fieldsOf } from './fields.ts'

/** Why a line is no message, in the numbers of JSON-RPC: no JSON, or JSON that asks for nothing. */
export type RefusalCode = -32700 | -32600

export type LineReading =
  | { readonly kind: 'request'; readonly message: AnyRequest }
  | { readonly kind: 'notification'; readonly message: AnyNotification }
  /** An answer, or what has the shape of one. */
  | { readonly kind: 'response'; readonly message: AnyMessage; readonly id: unknown }
  | {
      readonly kind: 'refused'
      readonly id: string | number | null
      readonly code: RefusalCode
      readonly reason: string
    }
  | { readonly kind: 'blank' }

/** Reads one line of JSON-RPC 2.0 as ACP has it: UTF-8, no batches. */
export function readMessage(line: InputLine): LineReading {
  if (line.kind !== 'text') return refused(-32700, 'Parse error: not UTF-8')
  const text = line.text.trim()
  if (text === '') return { kind: 'blank' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused(-32700, 'Parse error: not JSON')
  }
  return readValue(value)
}

function readValue(value: unknown): LineReading {
  if (Array.isArray(value)) return refused(-32600, 'Invalid request: batches are no part of this protocol')
  if (typeof value !== 'object' || value === null) return refused(-32600, 'Invalid request: not an object')
  const fields = fieldsOf(value)
  const { id, method, jsonrpc } = fields
  if (!('method' in fields) && ('id' in fields || 'result' in fields || 'error' in fields)) {
    return { kind: 'response', message: value as AnyMessage, id }
  }
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null
  if (jsonrpc !== '2.0') return refused(-32600, 'Invalid request: jsonrpc is not "2.0"', knownId)
  if (typeof method !== 'string') return refused(-32600, 'Invalid request: method is not text', knownId)
  if (!('id' in fields)) return { kind: 'notification', message: value as AnyNotification }
  if (knownId === null && id !== null) return refused(-32600, 'Invalid request: id is neither text nor a number')
  return { kind: 'request', message: value as AnyRequest }
}

function refused(code: RefusalCode, reason: string, id: string | number | null = null): LineReading {
  return { kind: 'refused', id, code, reason }
}
