import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { countPendingCalls } from './pending-calls.ts'

declare module 'playwright-core' {
  interface Page {
    /**
     * Resolves when no request is in flight, the page has read all answers, nothing is marked as busy, all fonts are loaded, each animation that has
     * an end has ended, and the page is painted. It waits for events, as long as the test may take. It rejects when the
     * page closes. With `only: 'paint'` it ignores requests and busy marks, for a screen whose request the test holds.
     */
    settled(options?: { readonly only?: 'paint' }): Promise<void>
  }
}

/** Adds `settled` to each page that this browser opens from now on, in every context. */
export function addSettledTo(browser: Browser): void {
  browser.on('context', addSettledToContext)
}

/** Adds `settled` to each page of a context. */
export function addSettledToContext(context: BrowserContext): void {
  // A context that is closed at once takes no script.
  context.addInitScript(countPendingCalls).catch(() => {})
  for (const page of context.pages()) addSettledToPage(page)
  context.on('page', addSettledToPage)
}

function addSettledToPage(page: Page): void {
  const requests = watchRequests(page)
  page.settled = async ({ only } = {}) => {
    if (only === 'paint') return page.evaluate(untilDrawn, only)
    for (;;) {
      await requests.untilNone()
      const before = requests.started()
      await page.evaluate(untilDrawn, undefined).catch((error: unknown) => {
        // A request for another document ends whatever runs in this one.
        if (requests.started() === before) throw error
      })
      if (requests.started() === before) return
    }
  }
}

/**
 * The script of a worker, as the build names it. Where the page ends the worker while its script loads, no event ends the
 * request; and what a worker does is no part of what the page shows.
 */
const WORKER_SCRIPT = /\.worker-[\w-]+\.js$/u

/** `started` counts all requests so far; `untilNone` resolves when none is in flight, and rejects on a closed page. */
type RequestWatch = { started(): number; untilNone(): Promise<void> }

function watchRequests(page: Page): RequestWatch {
  const inFlight = new Set<Request>()
  // After the page is closed, no event ends the requests that were in flight.
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {})
  let started = 0
  let none: PromiseWithResolvers<void> | null = null
  let navigation: Request | null = null
  const finish = (...requests: readonly Request[]) => {
    for (const request of requests) inFlight.delete(request)
    if (inFlight.size > 0) return
    none?.resolve()
    none = null
  }
  page.on('request', (request) => {
    if (WORKER_SCRIPT.test(request.url())) return
    started += 1
    inFlight.add(request)
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) navigation = request
  })
  // No event ends the requests of the document that the page leaves.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !navigation) return
    finish(...[...inFlight].filter((request) => request !== navigation))
    navigation = null
  })
  page.on('requestfinished', finish)
  page.on('requestfailed', (request) => {
    // It became a download.
    if (request === navigation) navigation = null
    finish(request)
  })
  page.on('close', () => {
    const urls = [...inFlight].map((request) => request.url())
    closed.reject(new Error(`The page was closed with requests in flight: ${urls.join(', ')}`))
  })
  return {
    started: () => started,
    untilNone: async () => {
      if (inFlight.size > 0) await Promise.race([(none ??= Promise.withResolvers()).promise, closed.promise])
    },
  }
}

/** Runs in the browser. Resolves when what the page has received is drawn, and nothing moves that will end. */
async function untilDrawn(only?: 'paint'): Promise<void> {
  const isBusy = () => only === undefined && document.querySelector('[aria-busy="true"]') !== null
  const isCalling = () => only === undefined && (window.pendingCalls?.count ?? 0) > 0
  const untilNotBusy = () =>
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (isBusy()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
    })
  const untilAnswered = async () => {
    const pending = window.pendingCalls
    if (pending && isCalling()) await new Promise<void>((resolve) => void pending.waiting.push(resolve))
  }
  await document.fonts.ready
  for (;;) {
    await untilAnswered()
    // Two frames. Unlike requestAnimationFrame, an animation also runs where a test has stopped the page's clock.
    const frames = new Animation(new KeyframeEffect(null, null, 1))
    frames.play()
    await frames.finished
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && Number.isFinite(Number(endTime))
    })
    if (ending.length === 0 && !isBusy() && !isCalling()) return
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
    if (isBusy()) await untilNotBusy()
  }
}
