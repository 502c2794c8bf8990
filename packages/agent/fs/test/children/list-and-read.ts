// Prints what `listDir` and `readText` give for the folder given, in a process of its own.
import { LocalFileService } from '../../src/local-file-service.ts'

const files = new LocalFileService()
const folder = process.argv[2] ?? ''
const outcomes = await Promise.allSettled([files.listDir(folder), files.readText(`${folder}/file`)])
const plain = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))
process.stdout.write(JSON.stringify(plain))
