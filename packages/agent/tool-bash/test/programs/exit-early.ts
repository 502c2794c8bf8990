// Ends in the middle of a command, without a word to anybody.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bash } from './one-call.ts'

const cwd = process.argv[2] ?? '/'
void bash('echo $$ >> pids; sleep 1000 & echo $! >> pids; touch ready; wait', cwd)
setInterval(() => {
  if (existsSync(join(cwd, 'ready'))) process.exit(7)
}, 10)
