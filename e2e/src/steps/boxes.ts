import { expect, type Locator, type Page } from '@playwright/test'

/** Pixels that rounding may add. */
const ROUNDING_PX = 1

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
type NamedBox = Box & { readonly name: string }

/** Runs in the browser: the boxes of the visible elements. */
function boxesOf(elements: (SVGElement | HTMLElement)[]): NamedBox[] {
  return elements
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
      return { name: `${element.localName} '${name}'`, left, right, top, bottom }
    })
    .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
}

export async function boxes(of: Locator): Promise<NamedBox[]> {
  return of.evaluateAll(boxesOf)
}

/** Expects every control to be within the window, and within its cell. */
export async function expectControlsInTheirBoxes(page: Page): Promise<void> {
  const outside = await page.locator('a, button, input, select, textarea').evaluateAll((controls, slack) => {
    const { clientWidth } = document.documentElement
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap((control) => {
        const box = control.getBoundingClientRect()
        if (box.width <= 1 || box.height <= 1) return []
        const label = control.closest('label')
        const isPlaced = label && getComputedStyle(label).position === 'absolute'
        // A label may be placed by its row instead of its cell.
        const holder = isPlaced ? label.offsetParent : control.closest('td, th, li, fieldset')
        // A cell whose parts its row lays out has no box.
        const cell = (
          holder?.getClientRects().length === 0 ? holder.closest('tr') : holder
        )?.getBoundingClientRect()
        const isOut = box.left < -slack || box.right > clientWidth + slack
        const isOverflowing =
          cell &&
          (box.left < cell.left - slack ||
            box.right > cell.right + slack ||
            box.top < cell.top - slack ||
            box.bottom > cell.bottom + slack)
        return isOut || isOverflowing ? [control.outerHTML.slice(0, 160)] : []
      })
  }, ROUNDING_PX)
  expect(outside, 'controls outside of their boxes').toEqual([])
}

/** Expects equal heights, and returns the height in pixels. */
export async function expectOneHeight(of: Locator): Promise<number> {
  const heights = (await boxes(of)).map(({ top, bottom }) => Math.round(bottom - top))
  const [first = 0] = heights
  expect(heights, 'they are of one height').toEqual(heights.map(() => first))
  return first
}

/** Expects equal left edges, and returns the edge in pixels. */
export async function expectOneLeftEdge(of: Locator): Promise<number> {
  const edges = (await boxes(of)).map(({ left }) => Math.round(left))
  const [first = 0] = edges
  expect(edges, 'they begin at the same place').toEqual(edges.map(() => first))
  return first
}
