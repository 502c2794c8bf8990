import { defineConfig } from 'vitest/config'
import { processTests, TESTS } from './tools/ci/process-tests.ts'

const starting = processTests(import.meta.dirname)

export default defineConfig({
  resolve: { conditions: ['dsh-source'] },
  ssr: { resolve: { conditions: ['dsh-source'] } },
  test: {
    // These bound a hang. A busy machine takes many times as long as an idle one, and no test may fail by that.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
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
