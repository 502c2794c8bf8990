// The same files by nothing but a read: `async` awaits each, `sync` does not.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argument, report } from './report.ts'

const folder = argument(0)
const count = Number(argument(1))
const isSync = argument(2) === 'sync'
const files = readdirSync(folder)
  .slice(0, count)
  .map((name) => join(folder, name, 'SKILL.md'))
let bytes = 0
const startedAt = performance.now()
for (const file of files) bytes += (isSync ? readFileSync(file, 'utf8') : await readFile(file, 'utf8')).length
report({ us: ((performance.now() - startedAt) * 1000) / count, bytes })
