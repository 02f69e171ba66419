import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMINISTRATOR, DEMO_PASSWORD } from '@portal/server/src/demo/sample-people.ts'
import { expect, test as base } from './fixtures.ts'
import { portalEnvironment, startPortal } from './portal-process.ts'

type Fixtures = {
  /** Signs the page's context in as the administrator of the demo. */
  signInToDemo: () => Promise<void>
}

/** The tests of the demo, whose tables have the data of seasons. */
export const test = base.extend<Fixtures, { demoUrl: string }>({
  demoUrl: [
    async ({ browserName: _browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-demo-'))
      const demo = await startPortal(portalEnvironment(dataDir), ['--demo'])
      await use(demo.url)
      await demo.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ demoUrl }, use) => use(demoUrl),
  signInToDemo: ({ page }, use) =>
    use(async () => {
      const data = { username: ADMINISTRATOR, password: DEMO_PASSWORD }
      expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
    }),
})
