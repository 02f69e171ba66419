import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

/** The rules that a screen seen before can newly break: in its other theme, and at another width. */
const RULES_OF = {
  theme: ['color-contrast', 'link-in-text-block'],
  width: ['target-size', 'scrollable-region-focusable'],
}

/** All rules that are not experiments, with those of WCAG 2.2 that are off by default; or a part of them. */
export type AxeRules = 'all' | keyof typeof RULES_OF

/** Fails with a readable list when axe finds anything on the page as it is. `name` is what the failure calls the page. */
export async function expectNoFindings(page: Page, name: string, rules: AxeRules = 'all'): Promise<void> {
  // In the middle of a transition a color is one that nobody reads.
  await page.settled({ only: 'paint' })
  expect(await axeFindings(page, rules), `axe findings on ${name}`).toEqual([])
}

/**
 * What axe finds on the page as it is painted at this moment, a text for each element. Where a modal dialog is open it looks
 * at the dialog only: nobody can reach the page behind it, which has a check of its own without the dialog.
 */
export async function axeFindings(page: Page, rules: AxeRules): Promise<string[]> {
  // Only one example of what passes: their whole lists take longer to send than to find. The portal has no media.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (rules === 'all') options.rules = { 'target-size': { enabled: true } }
  else options.runOnly = RULES_OF[rules]
  // Once a document.
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
