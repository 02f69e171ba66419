import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,checks,e2e,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/src/testing/cluster.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
