import { defineConfig, devices } from '@playwright/test'
import '@portal/server/src/testing/tally.setup.ts'
import { installedFirefox } from './src/browser/firefox.ts'

const RESULTS = '../test-results'

/** The spec that also runs in Firefox, if it is installed. */
const SMOKE = '**/smoke.spec.ts'

/** Every screen of the gallery, in one demo. */
const WALK = '**/appearance.spec.ts'

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: `${RESULTS}/browser`,
  fullyParallel: true,
  // One more than a small machine has cores, because a test often waits for a frame or a response.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Timeouts for hanging tests, not for slow ones: a busy machine takes five times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: `${RESULTS}/browser.json` }]],
  use: {
    screenshot: 'only-on-failure',
    // Recording costs every test about a third of its time, so it is optional.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  },
  projects: [
    // First, because one worker walks all of its screens while the others do everything else.
    { name: 'walk', testMatch: WALK, use: devices['Desktop Chrome'] },
    { name: 'chromium', testIgnore: WALK, use: devices['Desktop Chrome'] },
    ...(installedFirefox()
      ? [{ name: 'firefox', testMatch: SMOKE, use: { browserName: 'firefox' as const } }]
      : []),
  ],
})
