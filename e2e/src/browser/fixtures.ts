import { expect, type Page, test as base } from '@playwright/test'
import { type AxeRules, expectNoFindings } from './axe.ts'
import { findChromium } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { pageClock, type PageClock } from './page-clock.ts'
import { type Account, type County, openPortal, PASSWORD, type Portal } from './portal.ts'
import { openRecords, type Records } from './records.ts'
import { addSettledTo } from './settled.ts'
import { type ContextOptions, type SharedContext, shareContext } from './shared-context.ts'

/** People who use the portal, created once per worker. A test that changes a person adds its own. */
export type People = {
  readonly county: County
  readonly administrator: Account
  readonly countyUser: Account
  /** A staff user without a county who is no administrator. */
  readonly staffUser: Account
}

/** A county of the test with its clerk. Its list has only what the test adds. */
export type Desk = { readonly county: County; readonly clerk: Account }

type TestFixtures = {
  /** Everything that a test may choose about its context. */
  contextOptionsOfTest: ContextOptions
  desk: Desk
  /** Signs the page's context in, without the sign-in screen. */
  signIn: (page: Page, who: Account) => Promise<void>
  /** Ends all sessions of a person behind the page's back, once none of its calls is in flight. */
  endSessions: (who: Account) => Promise<void>
  clock: PageClock
  /** Fails with a readable list if axe finds anything on the current page. */
  axeClean: (page: Page, rules?: AxeRules) => Promise<void>
  /** Fails a test whose page threw an uncaught error, or had a load blocked. */
  soundPage: void
}

type WorkerFixtures = {
  sharedContext: SharedContext
  portal: Portal
  people: People
  records: Records
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [
    async ({ browserName }, use) => {
      const { origin: _origin, ...launch } = browserName === 'firefox' ? findFirefox() : await findChromium()
      await use(launch)
    },
    { scope: 'worker' },
  ],

  browser: [
    async ({ browser }, use) => {
      addSettledTo(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  sharedContext: [async ({ browser }, use) => use(shareContext(browser)), { scope: 'worker' }],

  // Playwright needs the name of each fixture, and the type of `open` needs each option.
  contextOptionsOfTest: async (
    {
      acceptDownloads,
      actionTimeout,
      baseURL,
      bypassCSP,
      clientCertificates,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      navigationTimeout,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      testIdAttribute,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    await use({
      acceptDownloads,
      actionTimeout,
      baseURL,
      bypassCSP,
      clientCertificates,
      colorScheme,
      contextOptions,
      contrast,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      navigationTimeout,
      offline,
      permissions,
      proxy,
      reducedMotion,
      screen,
      serviceWorkers,
      storageState,
      testIdAttribute,
      timezoneId,
      userAgent,
      viewport,
    })
  },

  context: async ({ sharedContext, contextOptionsOfTest }, use) => {
    await use(await sharedContext.open(contextOptionsOfTest))
    await sharedContext.release()
  },

  page: async ({ context, sharedContext }, use) => use(await sharedContext.openPage(context)),

  portal: [
    async ({ browserName: _browserName }, use) => {
      const portal = await openPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  records: [
    async ({ portal }, use) => {
      const records = await openRecords(portal)
      await use(records)
      await records.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  people: [
    async ({ records }, use) => {
      const county = await records.addCounty('Reeves')
      await use({
        county,
        administrator: await records.addUser({ email: 'administrator@staff.example', admin: true }),
        countyUser: await records.addUser({ email: 'clerk@reeves.example', county }),
        staffUser: await records.addUser({ email: 'newcomer@staff.example' }),
      })
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  desk: async ({ records }, use) => {
    const county = await records.addCounty()
    await use({ county, clerk: await records.addUser({ county }) })
  },

  baseURL: async ({ portal }, use) => use(portal.url),

  signIn: async ({ portal }, use) => {
    await use(async (page, { email }) => {
      const data = { username: email, password: PASSWORD }
      const answer = await page.context().request.post(`${portal.url}/api/auth/login`, { data })
      expect(answer.status(), `${email} signs in: ${await answer.text()}`).toBe(200)
    })
  },

  endSessions: async ({ page, records }, use) =>
    use(async (who) => {
      await page.settled()
      await records.endSessions(who)
    }),

  clock: async ({ page }, use) => use(pageClock(page)),

  axeClean: async ({ browserName: _browserName }, use) =>
    use((page, rules) => expectNoFindings(page, new URL(page.url()).pathname, rules)),

  soundPage: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) faults.push(message.text())
      })
      await use()
      expect(faults, 'errors of the page that nobody caught').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
