import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['dsh-source'] },
  ssr: { resolve: { conditions: ['dsh-source'] } },
  test: {
    include: ['packages/**/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default', './tools/ci/skipped-reporter.ts'],
    setupFiles: ['packages/testkit/src/isolate.ts'],
  },
})
