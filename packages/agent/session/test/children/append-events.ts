// Opens a session and appends notices, telling each acknowledged one on stdout; what an append throws is told, too.
import { FileSessionStore, Sessions } from '../../src/index.ts'

const [folder = '', id = '', count = '0'] = process.argv.slice(2)
const sessions = new Sessions({
  store: new FileSessionStore(folder),
  now: () => new Date(0),
  randomBytes: (length) => new Uint8Array(length),
  report: (error) => process.stdout.write(`${String(error)}\n`),
  warn: () => {},
})
const session = sessions.create({ cwd: '/work', id })
for (let number = 0; number < Number(count); number += 1) {
  try {
    const event = session.append({ type: 'notice', code: 'n', message: `${number} ${'x'.repeat(100)}` })
    process.stdout.write(`ok ${event.seq}\n`)
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : 'odd'}\n`)
  }
}
process.stdout.write('end\n')
