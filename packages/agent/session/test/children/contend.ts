// Opens, appends to and closes a session many times over, against others that do the same; may die while it holds it.
import { setTimeout } from 'node:timers/promises'
import { FileSessionStore, SessionError } from '../../src/index.ts'

const [folder = '', id = '', rounds = '0', ending = ''] = process.argv.slice(2)
const store = new FileSessionStore(folder)
let appended = 0
while (appended < Number(rounds)) {
  try {
    const log = store.open(id)
    const seq = log.events.length
    log.append({ seq, time: '2026-01-01T00:00:00.000Z', type: 'notice', code: 'n', message: String(process.pid) })
    appended += 1
    if (ending === 'die' && appended === Number(rounds)) process.kill(process.pid, 'SIGKILL')
    log.close()
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== 'locked') throw error
  }
  await setTimeout(0)
}
