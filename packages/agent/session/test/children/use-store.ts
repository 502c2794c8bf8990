// Creates a session, opens one, or lists them all; tells on stdout what that throws.
import { FileSessionStore } from '../../src/index.ts'

const [folder = '', does = '', id = ''] = process.argv.slice(2)
const store = new FileSessionStore(folder)
const say = (message: string): boolean => process.stdout.write(`${message}\n`)
try {
  if (does === 'create') store.create(id).close()
  else if (does === 'open') store.open(id).close()
  else store.list(say)
  say('done')
} catch (error) {
  say(error instanceof Error ? `${error.name}: ${error.message}` : 'odd')
}
