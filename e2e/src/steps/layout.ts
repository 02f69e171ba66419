import type { Page } from '@playwright/test'

/**
 * The layout faults of the current page, a sentence each: a control outside its box, a text over another, table rows of
 * several heights unless they may be tall. Checks the open dialog if there is one, else the whole page.
 */
export function layoutProblems(page: Page, { hasTallRows = false } = {}): Promise<string[]> {
  return page.evaluate(findProblems, hasTallRows)
}

/** Runs in the browser. */
function findProblems(hasTallRows: boolean): string[] {
  type Box = { left: number; right: number; top: number; bottom: number }
  type Words = { node: Node; layer: Element | null; box: Box; text: string }

  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const visible = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const isSeen = (element: Element) => element.checkVisibility(visible)

  /** The box of the element, or of the nearest one around it that has a box. */
  function boxAround(element: Element | null): DOMRect | undefined {
    let holder = element
    while (holder && holder !== root && getComputedStyle(holder).display === 'contents') {
      holder = holder.parentElement
    }
    return holder?.getBoundingClientRect()
  }

  /** The part of a box that its ancestors do not clip. */
  function visiblePart(innermost: Element | null, { left, right, top, bottom }: Box): Box {
    const box = { left, right, top, bottom }
    for (let holder = innermost; holder; holder = holder.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(holder)
      // It has no box, so it clips nothing.
      if (display === 'contents') continue
      const edge = holder.getBoundingClientRect()
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, edge.left)
        box.right = Math.min(box.right, edge.right)
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, edge.top)
        box.bottom = Math.min(box.bottom, edge.bottom)
      }
    }
    return box
  }

  function controlProblems(): string[] {
    const controls = root.querySelectorAll('a[href], button, input, select, textarea, summary')
    return [...controls].flatMap((control) => {
      const box = control.getBoundingClientRect()
      // An element of one pixel is for screen readers and the keyboard.
      if (!isSeen(control) || box.width <= 1 || box.height <= 1 || box.bottom <= 0) return []
      const seen = visiblePart(control.parentElement, box)
      const label = control.closest('label')
      const isPlaced = label && getComputedStyle(label).position === 'absolute'
      // A label may be placed by its row instead of its cell.
      const cell = boxAround(isPlaced ? label.offsetParent : control.closest('td, th, li, fieldset'))
      const isCut = seen.right - seen.left < box.width - 1
      const isOutside = box.left < -1 || box.right > document.documentElement.clientWidth + 1
      const leavesCell = cell && (box.left < cell.left - 1 || box.right > cell.right + 1)
      const name = `'${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)}'`
      if (isOutside) return [`${name} is outside of the window`]
      if (isCut) return [`${name} is cut off`]
      return leavesCell ? [`${name} is outside of its cell`] : []
    })
  }

  function layerOf(element: Element): Element | null {
    for (let holder: Element | null = element; holder && holder !== root; holder = holder.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(holder).position)) return holder
    }
    return null
  }

  function wordsOnScreen(): Words[] {
    const found: Words[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node
      if (!parentElement || !textContent?.trim() || !isSeen(parentElement)) continue
      if (parentElement.closest('option, title, style, script')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const box = visiblePart(parentElement, line)
        const isThere = box.right - box.left > 2 && box.bottom - box.top > 2
        if (isThere) found.push({ node, layer: layerOf(parentElement), box, text: textContent.trim() })
      }
    }
    return found
  }

  /** Pixels that lines of text may share, because the box of a line is taller than its letters. */
  const SHARED = { across: 2, down: 5 }

  function areOver(one: Words, other: Words): boolean {
    if (one.node === other.node || one.layer !== other.layer) return false
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
    return across > SHARED.across && down > SHARED.down
  }

  function textProblems(): string[] {
    const words = wordsOnScreen()
    return words.flatMap((one, at) =>
      words
        .slice(at + 1)
        .filter((other) => areOver(one, other))
        .map(
          (other) =>
            `'${one.text.slice(0, 40)}' and '${other.text.slice(0, 40)}' are printed over each other`,
        ),
    )
  }

  function rowProblems(): string[] {
    return [...root.querySelectorAll('tbody')].flatMap((body) => {
      const rows = [...body.rows].filter(
        (row) =>
          getComputedStyle(row).display === 'table-row' && row.cells.length > 1 && row.offsetHeight > 1,
      )
      const heights = rows.map((row) => row.getBoundingClientRect().height)
      const [low, high] = [Math.min(...heights), Math.max(...heights)]
      return high - low > 1 ? [`rows are ${low.toFixed(0)} to ${high.toFixed(0)} px high`] : []
    })
  }

  const rows = hasTallRows ? [] : rowProblems()
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  return [...new Set([...sideways, ...controlProblems(), ...textProblems(), ...rows])]
}
