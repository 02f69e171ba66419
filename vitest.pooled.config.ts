import { defineConfig } from 'vitest/config'

/** The tests of the server once more, on the oldest PostgreSQL that it takes, through a pooler in transaction mode. */
export default defineConfig({
  test: {
    include: ['server/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/*.engine.test.ts',
      // They have a database of their own, or none.
      'server/src/engines/{config,database/embedded,storage}/**',
      'server/src/records/accounts/passwords/**',
      'server/src/records/documents/kinds/**',
      // They end the connections of the portal by PostgreSQL's own numbers, which behind a pooler are the pooler's.
      'server/src/engines/database/{external-pool,pool}.test.ts',
    ],
    globalSetup: ['server/src/testing/engines/pooled.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
