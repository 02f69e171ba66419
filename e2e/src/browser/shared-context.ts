import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test'

/** Every option of a test, so that none is missed when two tests are compared. */
export type ContextOptions = Required<{ [name in keyof PlaywrightTestOptions]: unknown }>

/**
 * One browser context for the tests of a worker, one test after another. It keeps the portal's scripts loaded and
 * compiled, which would cost more than most tests. Data that a test stores in the browser never reaches the next test.
 */
export type SharedContext = {
  /**
   * The context for a test. It is a new one if `options` differ from those of the last test, or if it cannot be
   * emptied.
   */
  open(options: ContextOptions): Promise<BrowserContext>
  /** Opens a page, after all stored data of earlier tests is removed. */
  openPage(context: BrowserContext): Promise<Page>
  /** Closes the pages and extra contexts of a test, and revokes its permissions. */
  release(): Promise<void>
}

type Kept = { readonly context: BrowserContext; readonly options: string; isChanged: boolean }

export function shareContext(browser: Browser): SharedContext {
  const origins = new Set<string>()
  let kept: Kept | null = null
  return {
    async open(options) {
      const own = JSON.stringify(options)
      if (kept?.options !== own) {
        await kept?.context.close()
        kept = keep(await browser.newContext(), own)
        if (GIVEN_AWAY.some((name) => options[name])) kept.isChanged = true
        kept.context.on('page', (page) => noteOrigins(page, origins))
      }
      return kept.context
    },
    async openPage(context) {
      const page = await context.newPage()
      if (origins.size > 0) await removeStored(page, origins)
      return page
    },
    async release() {
      const others = browser.contexts().filter((context) => context !== kept?.context)
      await Promise.all(others.map((context) => context.close()))
      if (!kept) return
      if (!kept.isChanged) return empty(kept.context)
      await kept.context.close()
      kept = null
    },
  }
}

/** Options that a context no longer has after it is emptied. */
const GIVEN_AWAY = ['offline', 'permissions', 'storageState'] as const

/** Methods that change a context permanently. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const LASTING_OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime'] as const

/** Records whether a test changes the context permanently. Only Chromium can remove its stored data. */
function keep(context: BrowserContext, options: string): Kept {
  const isChromium = context.browser()?.browserType().name() === 'chromium'
  const kept: Kept = { context, options, isChanged: !isChromium }
  const onChange = () => {
    kept.isChanged = true
  }
  for (const name of LASTING) watch(context, name, onChange)
  for (const name of LASTING_OF_CLOCK) watch(context.clock, name, onChange)
  return kept
}

/** Calls `onCall` on every call of this method. */
function watch<T extends object>(target: T, name: keyof T, onCall: () => void): void {
  const method = target[name]
  if (typeof method !== 'function') return
  Object.assign(target, {
    [name](...words: unknown[]): unknown {
      onCall()
      return method.apply(target, words)
    },
  })
}

async function empty(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.unrouteAll(),
  ])
}

function noteOrigins(page: Page, origins: Set<string>): void {
  page.on('framenavigated', (frame) => {
    // A tab that becomes a download has no address, and a blank page has no origin.
    const origin = URL.parse(frame.url())?.origin ?? 'null'
    if (origin !== 'null') origins.add(origin)
  })
}

/** Removes all data that the browser stores for these origins except its cache: databases, local storage, files. */
async function removeStored(page: Page, origins: Set<string>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const origin of origins) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await devtools.detach()
  origins.clear()
}
