// Opens a session, says so, and is gone without releasing its lock.
import { FileSessionStore } from '../../src/index.ts'

const [folder = '', id = ''] = process.argv.slice(2)
new FileSessionStore(folder).open(id)
process.stdout.write(`${process.pid}\n`, () => process.kill(process.pid, 'SIGKILL'))
