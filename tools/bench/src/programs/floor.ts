// The least that a right discovery must do: list the folder, read the start of each file, parse each header.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { argument, report } from './report.ts'

const HEAD_BYTES = 4096

const folder = argument(0)
const buffer = Buffer.allocUnsafe(HEAD_BYTES)
const startedAt = performance.now()
const headers: unknown[] = []
for (const name of readdirSync(folder)) {
  const file = openSync(join(folder, name, 'SKILL.md'), 'r')
  const length = readSync(file, buffer, 0, HEAD_BYTES, 0)
  closeSync(file)
  const text = buffer.toString('utf8', 0, length)
  headers.push(parse(text.slice(text.indexOf('\n') + 1, text.indexOf('\n---', 3) + 1)))
}
report({ ms: performance.now() - startedAt, skills: headers.length })
