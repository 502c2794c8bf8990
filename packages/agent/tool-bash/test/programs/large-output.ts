// How much the process grows over 300 MB of output.
import { bash, dispose } from './one-call.ts'

await bash('head -c 1000000 /dev/zero | tr "\\0" x', '/')
const before = process.resourceUsage().maxRSS
const content = await bash('head -c 300000000 /dev/zero | tr "\\0" x', '/')
const growthBytes = (process.resourceUsage().maxRSS - before) * 1024
console.log(JSON.stringify({ growthBytes, contentLength: content.length }))
await dispose()
