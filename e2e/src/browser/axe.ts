import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

/** The rules that a known screen can newly violate in its other theme or at another width. */
const RULES_OF = {
  theme: ['color-contrast', 'link-in-text-block'],
  width: ['target-size', 'scrollable-region-focusable'],
}

/** All rules except experimental ones, with those of WCAG 2.2 that are off by default; or a part of them. */
export type AxeRules = 'all' | keyof typeof RULES_OF

/** Fails with a readable list if axe finds anything on the current page. `name` is the page's name in the failure. */
export async function expectNoFindings(page: Page, name: string, rules: AxeRules = 'all'): Promise<void> {
  // In the middle of a transition a color is not the final one.
  await page.settled({ only: 'paint' })
  expect(await axeFindings(page, rules), `axe findings on ${name}`).toEqual([])
}

/**
 * The findings of axe on the page as it is painted now, one text per element. With a modal dialog open it checks only
 * the dialog: the page behind it cannot be reached, and has its own check.
 */
export async function axeFindings(page: Page, rules: AxeRules): Promise<string[]> {
  // Without passed rules, whose full lists take longer to send than to find. The portal has no media.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (rules === 'all') options.rules = { 'target-size': { enabled: true } }
  else options.runOnly = RULES_OF[rules]
  // Once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    const { violations } = await axe.run(dialog ?? document, chosen)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
  }, options)
}
