import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,checks,e2e,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.engine.test.ts'],
    globalSetup: ['server/src/testing/cluster.setup.ts'],
    setupFiles: ['server/src/testing/tally.setup.ts'],
    // Bounds for what hangs, not for what is slow: a busy machine takes five times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
