import type { Browser, Page } from 'playwright-core'
import { within } from './within.ts'

/** Milliseconds, but for `export`. */
export type PageTimes = {
  /** From the pick of a county, or a press on the floor's button, to the first rows on screen. */
  readonly load: number
  /** From the end of the debounce to what was found on screen, one of each term. */
  readonly searches: readonly number[]
}
export type PortalTimes = PageTimes & {
  /** From the press to the file. */
  readonly export: number
  /** The longest that the page's own thread was busy at one go. */
  readonly longestTask: number
}

/** Terms that nearly all names contain, some and few. */
export const TERMS = ['e', 'midstream', 'lobo oil & gas trust 77'] as const
const DEBOUNCE_MS = 300
/** Milliseconds that one step of a page may take. */
const STEP_BOUND_MS = 120_000

/** Stands in both pages: when something that a program has drawn is on screen. */
const TOOLS = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  window.painted = (isThere) => new Promise((resolve) => {
    const look = () => isThere() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
  window.type = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  window.searched = async (text, countOf) => {
    const before = countOf();
    const started = performance.now();
    type(document.querySelector('input[type=search]'), text);
    return (await painted(() => countOf() !== before)) - started;
  };`

/** In each page, how many rows it says there are; none before the first. */
const COUNT = {
  portal: `() => document.querySelector('main table')?.getAttribute('aria-rowcount') ?? ''`,
  floor: `() => document.body.dataset.count ?? ''`,
} as const

export type Visit = { readonly origin: string; readonly cookie?: string }

/** A visit of the real screen by an administrator who has never been there. */
export async function visitPortal(
  browser: Browser,
  { origin, cookie = '', countyId }: Visit & { readonly countyId: number },
): Promise<PortalTimes> {
  return inNewContext(browser, { origin, cookie }, async (page) => {
    await page.goto(`${origin}/owner-details`)
    await page.locator(`option[value="${countyId}"]`).waitFor({ state: 'attached' })
    const load = await measured(page, 'Drawing the first rows of the portal', [
      `const started = performance.now()`,
      `const county = document.querySelector('main select')`,
      `county.value = '${countyId}'`,
      `county.dispatchEvent(new Event('change', { bubbles: true }))`,
      `return (await painted(() => document.querySelector('main tbody tr'))) - started`,
    ])
    const searches = await searchAll(page, COUNT.portal)
    const started = performance.now()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const exported = performance.now() - started
    const longestTask = await measured(page, 'Telling the longest task', [`return Math.max(0, ...longTasks)`])
    return { load, searches, export: exported / 1000, longestTask }
  })
}

/** A visit of the least that shows the same. */
export async function visitFloor(browser: Browser, { origin }: Visit): Promise<PageTimes> {
  return inNewContext(browser, { origin }, async (page) => {
    await page.goto(origin)
    const load = await measured(page, 'Drawing the first rows of the floor', [
      `const started = performance.now()`,
      `document.querySelector('button').click()`,
      `return (await painted(() => document.querySelector('tbody tr'))) - started`,
    ])
    await page.waitForFunction('lowered !== undefined')
    return { load, searches: await searchAll(page, COUNT.floor) }
  })
}

async function searchAll(page: Page, countOf: string): Promise<number[]> {
  const times: number[] = []
  for (const term of TERMS) {
    times.push((await search(page, term, countOf)) - DEBOUNCE_MS)
    await search(page, '', countOf)
  }
  return times
}

function search(page: Page, term: string, countOf: string): Promise<number> {
  return measured(page, `Searching '${term}'`, [`return searched(${JSON.stringify(term)}, ${countOf})`])
}

/** Playwright bounds every wait but this one: a page that is not drawn any more never answers it. */
async function measured(page: Page, what: string, lines: readonly string[]): Promise<number> {
  const answer = page.evaluate(`(async () => {\n${lines.join('\n')}\n})()`)
  return Number(await within(STEP_BOUND_MS, what, answer))
}

async function inNewContext<T>(
  browser: Browser,
  { origin, cookie }: Visit,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext()
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: origin }])
    await context.addInitScript(TOOLS)
    return await work(await context.newPage())
  } finally {
    await within(STEP_BOUND_MS, 'Closing the page', context.close())
  }
}
