import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { FIXED_DATE, pageClock } from './page-clock.ts'

/** A screen that appears some time after the page, stays for 5 s and disappears, like a splash. */
const SPLASH = `
  <script type="module">
    await fetch('/slow')
    setTimeout(() => {
      document.body.innerHTML = '<h1>Splash</h1>'
      setTimeout(() => (document.body.innerHTML = '<h1>Landing</h1>'), 5000)
    }, 40)
  </script>`

describe('the clock of a page', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const { origin: _origin, ...launch } = await findChromium()
    browser = await chromium.launch(launch)
    page = await browser.newPage()
    await page.route('**/*', (route) =>
      route.fulfill(
        route.request().url().endsWith('/slow') ? { body: 'ok' } : { contentType: 'text/html', body: SPLASH },
      ),
    )
  })

  afterAll(() => browser.close())

  it('measures a timer to the tick, however slow page and machine are', async () => {
    const clock = pageClock(page)
    await clock.stop()
    await page.goto('http://portal.example/')
    const splash = page.getByRole('heading', { name: 'Splash' })
    await clock.until(splash)
    await clock.advance(4980)
    expect(await splash.isVisible()).toBe(true)
    await clock.advance(20)
    expect(await page.getByRole('heading', { name: 'Landing' }).isVisible()).toBe(true)
  })

  it('stops at the time that the test sets', async () => {
    await pageClock(page).stop()
    await page.goto('http://portal.example/')
    expect(await page.evaluate(() => Date.now())).toBe(FIXED_DATE.getTime())
  })
})
