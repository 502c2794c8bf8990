// Tries to open a session when the file `go` is there. A winner holds it until `others` losers have told.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FileSessionStore, SessionError } from '../../src/index.ts'

const [folder = '', id = '', marks = '', name = '', others = '0'] = process.argv.slice(2)
writeFileSync(join(marks, `ready-${name}`), '')
while (!existsSync(join(marks, 'go'))) await setTimeout(1)
try {
  const log = new FileSessionStore(folder).open(id)
  while (readdirSync(marks).filter((mark) => mark.startsWith('lost-')).length < Number(others)) await setTimeout(1)
  log.close()
  process.stdout.write(`won ${process.pid}`)
} catch (error) {
  if (!(error instanceof SessionError)) throw error
  process.stdout.write(`${error.code} ${error.pid}`)
  writeFileSync(join(marks, `lost-${name}`), '')
}
