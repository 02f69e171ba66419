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
