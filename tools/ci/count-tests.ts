// Prints `PASSED FAILED` for a report of vitest's JSON reporter. What is skipped, and what never ran, has not passed.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Report = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const report = Report.parse(JSON.parse(readFileSync(z.string().parse(process.argv[2]), 'utf8')))
const tests = report.testResults.flatMap((file) => file.assertionResults)
const passed = tests.filter(({ status }) => status === 'passed').length
// A file that fails without a failed test did not load, or broke down outside of its tests.
const brokenFiles = report.testResults.filter(({ status, assertionResults }) => {
  return status !== 'passed' && assertionResults.every((test) => test.status === 'passed')
}).length
console.log(passed, tests.length - passed + brokenFiles)
