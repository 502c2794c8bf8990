import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from '@deepseek-ai/dsh-host-kit'
import { readMessage } from '../src/read-message.ts'

function read(text: string | Uint8Array) {
  const [line] = new LineSplitter().push(Buffer.concat([Buffer.from(text), Buffer.from('\n')]))
  if (!line) throw new Error('There is no line.')
  return readMessage(line)
}

describe('a line', () => {
  it.each([
    ['5', -32600],
    ['"x"', -32600],
    ['null', -32600],
    ['[]', -32600],
    [JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'x' }))), -32600],
    ['{}', -32600],
    ['{"jsonrpc":"2.0"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"x"}', -32600],
    ['{"jsonrpc":"2.0","id":[1],"method":"x"}', -32600],
    ['{"jsonrpc":"2.0","id":true,"method":"x"}', -32600],
    ['{', -32700],
    ['{"a":1}}', -32700],
    ['\u0000', -32700],
    ['NaN', -32700],
    [Uint8Array.of(0x22, 0xff, 0x22), -32700],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), -32700],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), -32700],
  ])('that is no message is refused: %j [H1]', (line, code) => {
    expect(read(line)).toMatchObject({ kind: 'refused', id: null, code })
  })

  it.each([
    ['{"id":7,"method":"x"}', 7],
    ['{"jsonrpc":"1.0","id":"a","method":"x"}', 'a'],
    ['{"jsonrpc":"2.0","id":8,"method":3}', 8],
    ['{"jsonrpc":"2.0","id":8,"method":null}', 8],
  ])('that names itself is refused by its name: %s [H1]', (line, id) => {
    expect(read(line)).toMatchObject({ kind: 'refused', id, code: -32600 })
  })

  it.each(['{"id":{}}', '{"id":1}', '{"result":1}', '{"error":{}}', '{"jsonrpc":"2.0","id":1,"result":null}'])(
    'that has the shape of an answer is one: %s [H1]',
    (line) => expect(read(line).kind).toBe('response'),
  )

  it('that is a request or a notification is handed on as it is', () => {
    const call = { jsonrpc: '2.0', id: 1.5, method: 'x', params: { __proto__: null, deep: [[{}]] } }
    expect(read(` ${JSON.stringify(call)}\r`)).toEqual({ kind: 'request', message: JSON.parse(JSON.stringify(call)) })
    expect(read('{"jsonrpc":"2.0","id":null,"method":"x"}').kind).toBe('request')
    expect(read('{"jsonrpc":"2.0","method":"x"}')).toEqual({
      kind: 'notification',
      message: { jsonrpc: '2.0', method: 'x' },
    })
  })

  it.each(['', ' ', '\r', '\t \r'])('that is blank is nothing: %j', (line) => {
    expect(read(line)).toEqual({ kind: 'blank' })
  })
})

it('reads any bytes and any JSON without throwing [H1]', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void read(bytes)))
  fc.assert(fc.property(fc.json(), (json) => void read(json)))
  const fields = fc.record(
    { jsonrpc: fc.constantFrom('2.0', 2, null), id: fc.jsonValue(), method: fc.jsonValue(), params: fc.jsonValue() },
    { requiredKeys: [] },
  )
  fc.assert(fc.property(fields, (value) => void read(JSON.stringify(value))))
})

it('survives a message of a million brackets [H1]', () => {
  const depth = 1_000_000
  const nested = '['.repeat(depth) + ']'.repeat(depth)
  expect(read(nested)).toMatchObject({ kind: 'refused', code: -32600 })
  expect(read(`{"jsonrpc":"2.0","id":1,"method":"x","params":${nested}}`).kind).toBe('request')
})
