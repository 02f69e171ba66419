import { expect, type Locator, type Page } from '@playwright/test'

/** How often Tab is pressed at most to come round; no dialog has more stops. */
const MAX_STOPS = 40

async function holdsFocus(within: Locator): Promise<boolean> {
  return within.evaluate((element) => element.contains(document.activeElement))
}

/**
 * The focus moves inside, and Tab goes round inside in both directions. What had it first, a heading for one, need not
 * be a stop of its own. Gives the number of stops.
 */
export async function expectKeepsFocus(page: Page, within: Locator): Promise<number> {
  await expect.poll(() => holdsFocus(within), 'the focus moves inside').toBe(true)
  await page.keyboard.press('Tab')
  const first = await page.evaluateHandle(() => document.activeElement)
  const isBack = () => page.evaluate((element) => element === document.activeElement, first)
  let stops = 0
  do {
    await page.keyboard.press('Tab')
    stops += 1
    expect(await holdsFocus(within), `Tab, ${stops} times, stays inside`).toBe(true)
  } while (!(await isBack()) && stops < MAX_STOPS)
  expect(await isBack(), 'Tab comes round').toBe(true)
  for (let back = 0; back < stops; back += 1) {
    await page.keyboard.press('Shift+Tab')
    expect(await holdsFocus(within), `Shift+Tab, ${back + 1} times, stays inside`).toBe(true)
  }
  expect(await isBack(), 'Shift+Tab comes round').toBe(true)
  return stops
}

/** Pastes a text over what stands in the field. */
export async function pasteOver(field: Locator, text: string): Promise<void> {
  await field.selectText()
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Stops of a whole screen. */
const MAX_STOPS_OF_SCREEN = 60

/** Walks with Tab until this has the focus, as somebody without a mouse does; each stop must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MAX_STOPS_OF_SCREEN; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    await expectFocusSeen(page)
  }
  await expect(target).toBeFocused()
}

/** Walks with the right arrow inside a row of the list until this control has the focus. */
export async function arrowTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowRight')
    await expectFocusSeen(page)
  }
  await expect(target).toBeFocused()
}

async function expectFocusSeen(page: Page): Promise<void> {
  const focused = await page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    // The button in a field for a date has it, not the field: the browser rings it, and no script can ask.
    const isCalendarButton = element.matches('input[type="date"]:not(:focus)')
    const isRinged =
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none' || isCalendarButton
    return { isRinged, html: element.outerHTML.slice(0, 200) }
  })
  if (focused !== null) expect(focused.isRinged, `the focus is seen on ${focused.html}`).toBe(true)
}

/** Chooses in a select as the keyboard does: by the first letters. */
export async function chooseByTyping(page: Page, select: Locator, name: string): Promise<void> {
  await expect(select.locator('option', { hasText: name }).first()).toBeAttached()
  await tabTo(page, select)
  await page.keyboard.type(name)
  await expect(select.locator('option:checked')).toHaveText(name)
}

/** Something that is to be seen has the focus: it was not lost with what had it. */
export async function expectFocusKept(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.localName), `the focus after ${after}`)
    .not.toBe('body')
}

/** What has the focus, by its name, where something else stands over its middle or it is out of the window; else null. */
export function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused) return 'nothing'
    const { left, top, width, height } = focused.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = over !== null && focused.contains(over)
    return isSeen
      ? null
      : `${focused.tagName} ${focused.textContent.trim()} under ${over?.tagName ?? 'nothing'}`
  })
}
