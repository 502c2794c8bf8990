// Prints what `readHeads` answers for the paths given, in a process of its own.
import { LocalFileService } from '../../src/local-file-service.ts'

const files = new LocalFileService()
const answers = await files.readHeads(process.argv.slice(2), { maxBytes: 64 })
const plain = answers.map((answer) => {
  if (answer === 'unchanged') return answer
  return answer instanceof Error ? (('code' in answer ? answer.code : answer.message) ?? 'error') : answer.text
})
process.stdout.write(JSON.stringify(plain))
