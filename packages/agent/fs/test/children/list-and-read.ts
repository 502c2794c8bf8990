// Prints what `listDir` and `readText` of a file in it give for the folder given, in a process of its own.
import { errorCode } from '../../src/file-error.ts'
import { LocalFileService } from '../../src/local-file-service.ts'

const files = new LocalFileService()
const folder = process.argv[2] ?? ''
const outcomes = await Promise.allSettled([files.listDir(folder), files.readText(`${folder}/file`)])
const plain = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : errorCode(outcome.reason)))
process.stdout.write(JSON.stringify(plain))
