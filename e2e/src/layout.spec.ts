import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ADMINISTRATOR, DEMO_PASSWORD } from '@portal/server/src/demo/sample-people.ts'
import { test as base } from './browser/fixtures.ts'
import { portalEnvironment, startPortal } from './browser/portal-process.ts'
import { SCREENS } from './gallery/screens.ts'
import { show } from './steps/eyes.ts'
import { layoutProblems } from './steps/layout.ts'

/** Pixels. */
const WIDTHS = [320, 360, 640, 768, 1024, 1440]

/** The demo: its tables hold what those of a season hold. */
const test = base.extend<object, { demoUrl: string }>({
  demoUrl: [
    async ({ browserName: _browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-layout-'))
      const demo = await startPortal(portalEnvironment(dataDir), ['--demo'])
      await use(demo.url)
      await demo.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ demoUrl }, use) => use(demoUrl),
})

for (const screen of SCREENS) {
  test(`${screen.name} has nothing out of place at any width`, async ({ page }) => {
    if (!screen.isPublic) {
      const data = { username: ADMINISTRATOR, password: DEMO_PASSWORD }
      expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await screen.open(page)
    const problems: Record<number, string[]> = {}
    for (const width of WIDTHS) {
      await show(page, { colorScheme: 'light', width })
      const found = await layoutProblems(page)
      if (found.length > 0) problems[width] = found.slice(0, 8)
    }
    expect(problems).toEqual({})
  })
}
