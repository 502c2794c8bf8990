// Opens a session, or goes on with the one that is there, and writes turns with every kind of event. Tells each event as
// soon as it is acknowledged, `<seq> <digest>` on stdout: first those that it found, then `open`, then its own.
import { randomBytes } from 'node:crypto'
import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { FileSessionStore, type SessionEvent, Sessions } from '../../src/index.ts'
import { digestOf } from '../kill/digest.ts'
import { fullTurn } from '../sample.ts'

const [folder = '', id = '', turns = '', largest = '0'] = process.argv.slice(2)

function tell(event: SessionEvent): void {
  writeSync(1, `${event.seq} ${digestOf(JSON.stringify(event))}\n`)
}

const sessions = new Sessions({
  store: new FileSessionStore(folder),
  now: () => new Date(),
  randomBytes,
  report: (error) => process.stderr.write(`${String(error)}\n`),
  warn: () => {},
})
const isThere = existsSync(join(folder, `${id}.jsonl`))
const session = isThere ? sessions.resume(id) : sessions.create({ cwd: '/work', id })
if (isThere) for (const event of session.events) tell(event)
writeSync(1, 'open\n')
for (let turn = 0; turn < Number(turns); turn += 1) {
  // Every third turn has one large line, which the system takes in many pieces.
  const padding = turn % 3 === 1 ? '€'.repeat(Number(largest) / 3) : ''
  for (const body of fullTurn) {
    const isFirst = !session.isKept
    const event = session.append(body.type === 'tool/result' ? { ...body, content: body.content + padding } : body)
    if (isFirst) for (const start of session.events.slice(0, 1)) tell(start) // Kept with the first event after it.
    tell(event)
  }
}
session.close()
writeSync(1, 'end\n')
