import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['dsh-source'] },
  ssr: { resolve: { conditions: ['dsh-source'] } },
  test: {
    include: ['packages/**/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Bounds a hang. The default of a second is too little for child processes on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    reporters: ['default', './tools/ci/skipped-reporter.ts'],
    globalSetup: ['tools/bundle/test-command.ts'],
    setupFiles: ['packages/testkit/src/isolate.ts'],
  },
})
