import { defineConfig } from 'vitest/config'
import { TEST_ENVIRONMENT } from './server/src/testing/test-environment.ts'

/** They replace modules with `vi.mock`, so they load all modules themselves, in a worker of their own. */
const WITH_MOCKED_MODULES = [
  'server/src/rooms/ingestion/drop-folder/swaps.test.ts',
  'server/src/testing/across/wall-breaches.test.ts',
  'e2e/src/browser/chromium.test.ts',
  'web/src/features/upload/sender/duplicate-search.test.ts',
  'web/src/features/upload/sender/queue-sending.test.ts',
]

/** Limits for what hangs, not for what is slow: a busy machine takes five times as long as a quiet one. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 180_000 }

const COMMON = {
  ...LIMITS,
  env: TEST_ENVIRONMENT,
  setupFiles: ['server/src/testing/tally.setup.ts'],
  restoreMocks: true,
  unstubGlobals: true,
}

export default defineConfig({
  test: {
    // Once for both projects.
    globalSetup: ['server/src/testing/cluster.setup.ts'],
    // One more than a small machine has cores: a test often waits for the database or for another process.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...COMMON,
          name: 'shared modules',
          include: ['{contract,server,web,checks,e2e,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.engine.test.ts', ...WITH_MOCKED_MODULES],
          // A worker loads the server's modules once for all of its files: no module keeps state.
          isolate: false,
        },
      },
      { test: { ...COMMON, name: 'mocked modules', include: WITH_MOCKED_MODULES, isolate: true } },
    ],
  },
})
