import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { pageClock } from './page-clock.ts'
import { addSettledTo, addSettledToContext } from './settled.ts'

const ADDRESS = 'http://portal.example/'

let browser: Browser
let page: Page

/** Shows a document, and runs a script in it that may call `/api`. `answerCall` responds to each call. */
async function show(script: string): Promise<{ answerCall: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    if (route.request().url().endsWith('/api')) {
      await released.promise
      await route.fulfill({ body: 'text of the call' })
    } else await route.fulfill({ contentType: 'text/html', body: '<table aria-busy="false"></table>' })
  })
  await page.goto(ADDRESS)
  // Playwright would wait for the promise at the end of a script.
  await page.evaluate(`${script}\n; null`)
  return { answerCall: released.resolve }
}

async function launch(): Promise<Browser> {
  const { origin: _origin, ...options } = await findChromium()
  return chromium.launch(options)
}

beforeAll(async () => {
  browser = await launch()
  addSettledTo(browser)
}, 120_000)

beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
  return () => page.context().close()
})

afterAll(() => browser.close())

describe('page.settled', () => {
  it('waits for a call, for the call that follows its response, and for their rendering', async () => {
    const { answerCall } = await show(`
      fetch('/api')
        .then(() => fetch('/api'))
        .then((answer) => answer.text())
        .then((text) => (document.body.textContent = text))`)
    const settled = page.settled()
    answerCall()
    await settled
    expect(await page.textContent('body')).toBe('text of the call')
  })

  it('does not wait for the script of a worker, whose request never ends if the page ends the worker first', async () => {
    const server = createServer((request, response) => {
      // The script never gets its response.
      if (request.url === '/') response.end('<p>text</p>')
    }).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const asked = page.waitForRequest(/worker/u)
      await page.evaluate(`globalThis.worker = new Worker('/hash.worker-abc.js'); null`)
      await asked
      await page.evaluate('worker.terminate()')
      await page.settled()
      expect(await page.textContent('p')).toBe('text')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('waits for the page to receive a response that the browser has already', async () => {
    const plain = await launch()
    try {
      const context = await plain.newContext()
      await context.addInitScript(`
        const original = window.fetch
        window.fetch = async (...words) => {
          const answer = await original(...words)
          await new Promise((resolve) => setTimeout(resolve, 300))
          return answer
        }`)
      addSettledToContext(context)
      page = await context.newPage()
      const { answerCall } = await show(`
        fetch('/api')
          .then((answer) => answer.text())
          .then((text) => (document.body.textContent = text))`)
      answerCall()
      await page.settled()
      expect(await page.textContent('body')).toBe('text of the call')
    } finally {
      await plain.close()
    }
  })

  it('ignores the calls of a document that the page has left', async () => {
    const server = createServer((request, response) => {
      if (request.url !== '/api') response.end('<title>left</title>')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      await page.goto(address)
      for (const method of ['GET', 'POST']) {
        const called = page.waitForRequest('**/api')
        await page.evaluate(`fetch('/api', { method: '${method}' }); null`)
        await called
      }
      await page.goto(address)
      await page.settled()
      expect(await page.title()).toBe('left')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('waits for elements that are marked as busy', async () => {
    await show(`
      const table = document.querySelector('table')
      table.ariaBusy = 'true'
      setTimeout(() => {
        table.ariaBusy = 'false'
        table.title = 'drawn'
      }, 200)`)
    await page.settled()
    expect(await page.locator('table').getAttribute('title')).toBe('drawn')
  })

  it('waits for an animation that ends, and not for one that does not', async () => {
    await show(`
      document.body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 900, iterations: Infinity })
      document.body.animate([{ width: '0' }, { width: '9px' }], 200).finished.then(() => (document.title = 'ended'))`)
    await page.settled()
    expect(await page.title()).toBe('ended')
  })

  it('ignores a call that a test holds if only the paint is awaited', async () => {
    const { answerCall } = await show(`document.querySelector('table').ariaBusy = 'true'; fetch('/api')`)
    await page.settled({ only: 'paint' })
    expect(await page.locator('table').getAttribute('aria-busy')).toBe('true')
    answerCall()
  })

  it('works while the clock of the page is stopped, and in every context', async () => {
    await pageClock(page).stop()
    await show('')
    await page.settled()
    const other = await browser.newPage()
    await other.setContent('<p>Another context</p>')
    await other.settled()
    expect(await other.textContent('p')).toBe('Another context')
    await other.close()
  })

  it('fails if the page is closed during a request', async () => {
    await show(`fetch('/api').catch(() => {})`)
    const settled = page.settled()
    await Promise.all([
      // The request may fail first, and then the browser says that the page is closed.
      expect(settled).rejects.toThrow('closed'),
      page.close(),
    ])
  })

  it('fails if the page is closed already, with a request that never ended', async () => {
    const requested = page.waitForEvent('request', (request) => request.url().endsWith('/api'))
    await show(`fetch('/api').catch(() => {})`)
    await requested
    await page.close()
    await expect(page.settled()).rejects.toThrow('requests in flight: http://portal.example/api')
  })
})
