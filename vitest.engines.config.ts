import { defineConfig } from 'vitest/config'
import { EnginesFirst } from './server/src/testing/engines/engines-first.ts'
import { POOLED_TESTS } from './server/src/testing/engines/pooled-tests.ts'
import { TEST_ENVIRONMENT } from './server/src/testing/test-environment.ts'

export default defineConfig({
  test: {
    // Bounds for what hangs, not for what is slow: a busy machine takes five times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // The tests on engines wait more than they compute.
    maxWorkers: 3,
    env: TEST_ENVIRONMENT,
    setupFiles: ['server/src/testing/tally.setup.ts'],
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    sequence: { sequencer: EnginesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['{server,checks}/**/*.engine.test.ts'],
          exclude: ['**/node_modules/**', '**/pooled-*.engine.test.ts'],
          globalSetup: ['server/src/testing/cluster.setup.ts', 'server/src/testing/engines/s3.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pooled',
          include: [...POOLED_TESTS],
          globalSetup: ['server/src/testing/engines/pooled.setup.ts'],
        },
      },
    ],
  },
})
