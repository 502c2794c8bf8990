import { defineConfig } from 'vitest/config'
import { processTests, TESTS } from './tools/ci/process-tests.ts'

const starting = processTests(import.meta.dirname)

export default defineConfig({
  resolve: { conditions: ['dsh-source'] },
  ssr: { resolve: { conditions: ['dsh-source'] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Bounds a hang. The default of a second is too little for child processes on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    reporters: ['default', './tools/ci/skipped-reporter.ts'],
    setupFiles: ['packages/testkit/src/isolate.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: TESTS, exclude: ['**/node_modules/**', ...starting] } },
      {
        extends: true,
        test: { name: 'process', include: [...starting], globalSetup: ['tools/bundle/test-command.ts'] },
      },
    ],
  },
})
