import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { type ContextOptions, type SharedContext, shareContext } from './shared-context.ts'

const PLAIN = {
  acceptDownloads: undefined,
  actionTimeout: undefined,
  baseURL: undefined,
  bypassCSP: undefined,
  clientCertificates: undefined,
  colorScheme: undefined,
  contextOptions: undefined,
  contrast: undefined,
  deviceScaleFactor: undefined,
  extraHTTPHeaders: undefined,
  forcedColors: undefined,
  geolocation: undefined,
  hasTouch: undefined,
  httpCredentials: undefined,
  ignoreHTTPSErrors: undefined,
  isMobile: undefined,
  javaScriptEnabled: undefined,
  locale: undefined,
  navigationTimeout: undefined,
  offline: undefined,
  permissions: undefined,
  proxy: undefined,
  reducedMotion: undefined,
  screen: undefined,
  serviceWorkers: undefined,
  storageState: undefined,
  testIdAttribute: undefined,
  timezoneId: undefined,
  userAgent: undefined,
  viewport: undefined,
} satisfies ContextOptions

let browser: Browser
let shared: SharedContext

beforeAll(async () => {
  const { origin: _origin, ...launch } = await findChromium()
  browser = await chromium.launch(launch)
})
beforeEach(() => {
  shared = shareContext(browser)
})
afterAll(() => browser.close())

/** Whether a second test gets the context of the first one. */
async function isShared(
  second: ContextOptions = PLAIN,
  {
    first = PLAIN,
    work = async () => {},
  }: { first?: ContextOptions; work?: (context: BrowserContext) => unknown } = {},
): Promise<boolean> {
  const context = await shared.open(first)
  await work(context)
  await shared.release()
  return (await shared.open(second)) === context
}

test('the next test with the same options gets the same context', async () => {
  expect(await isShared()).toBe(true)
})

test.each([{ locale: 'es-US' }, { colorScheme: 'dark' }, { javaScriptEnabled: false }])(
  'a test with another option gets its own context: %j',
  async (options) => {
    expect(await isShared({ ...PLAIN, ...options })).toBe(false)
  },
)

test('an option that does not outlast a test makes the context exclusive to it', async () => {
  const options = { ...PLAIN, permissions: ['clipboard-read'] }
  expect(await isShared(options, { first: options })).toBe(false)
})

test.each<[string, (context: BrowserContext) => unknown]>([
  ['runs a script in each page', (context) => context.addInitScript('window.left = true')],
  ['offers a function to each page', (context) => context.exposeFunction('left', () => true)],
  ['sends a header with each request', (context) => context.setExtraHTTPHeaders({ left: 'true' })],
  ['stops the clock', (context) => context.clock.setFixedTime(0)],
])('a context in which a test %s is used by no other test', async (_what, work) => {
  expect(await isShared(PLAIN, { work })).toBe(false)
})
